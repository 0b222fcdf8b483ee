import { expect, it } from 'vitest'
import { tokenInLink } from './token-in-link.ts'

it.each(['', '/', '.', ',', ')', '>', ' ', '%20', ').', '…', '%E2%80%9D', '"/'])('is found before "%s"', (added) => {
  expect(tokenInLink(`a_B-9${added}`)).toBe('a_B-9')
})

it.each(['', '.', 'a.b', 'a/b', '%20a', `a${'.'.repeat(10)}`])('is not found in "%s"', (text) => {
  expect(tokenInLink(text)).toBeUndefined()
})
