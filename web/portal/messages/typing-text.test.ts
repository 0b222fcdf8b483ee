import { expect, it } from 'vitest'
import { typingText } from './typing-text.ts'

it.each([
  [[], ''],
  [['Ben'], 'Ben is typing...'],
  [['Ben', 'Abe'], 'Ben and Abe are typing...'],
  [['Ben', 'Abe', 'Sol'], 'Several people are typing...'],
])('%j: %j', (names, line) => {
  expect(typingText(names)).toBe(line)
})
