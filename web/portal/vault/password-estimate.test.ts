import { expect, it } from 'vitest'
import { makeUp, standard } from './generator.ts'
import { estimate } from './password-estimate.ts'

it.each([
  ['123456', [], 'Guessed at once', 'It is one of the ten most common passwords.'],
  ['qwertyuiop', [], 'Guessed at once', 'It is one of the hundred most common passwords.'],
  ['harborbakery', ['https://harbor-bakery.test'], 'Guessed in 2 seconds', 'It repeats other text of this entry.'],
])('[vault.md#strength] says what is wrong with %j', (password, known, time, warning) => {
  expect(estimate(password, known)).toEqual({ time, warning })
})

it('[vault.md#strength] counts what the indicator cannot: Password1! has every kind', () => {
  expect(estimate('Password1!', []).time).toMatch(/^Guessed/)
  expect(estimate('Password1!', []).warning).toBeDefined()
})

it('[vault.md#strength] finds nothing in what was made up', () => {
  expect(estimate(makeUp(standard), ['Harbor Bakery'])).toEqual({
    time: 'Not guessed in centuries',
    warning: undefined,
  })
})
