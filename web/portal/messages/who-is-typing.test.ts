import { expect, it } from 'vitest'
import { whoIsTyping } from './who-is-typing.ts'

it.each([
  [[], ''],
  [['Ben'], 'Ben is typing...'],
  [['Ben', 'Abe'], 'Ben and Abe are typing...'],
  [['Ben', 'Abe', 'Sol'], 'Several people are typing...'],
])('%j: %j', (names, line) => {
  expect(whoIsTyping(names)).toBe(line)
})
