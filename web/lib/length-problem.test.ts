import { expect, it } from 'vitest'
import { lengthProblem } from './length-problem.ts'

it.each([
  ['x'.repeat(4000), undefined],
  ['🙂'.repeat(4000), undefined],
  ['x'.repeat(4001), '1 character too many (the limit is 4,000).'],
  ['x'.repeat(5234), '1,234 characters too many (the limit is 4,000).'],
])('[what-people-type.md#too-long] counts what does not fit', (text, said) => {
  expect(lengthProblem(text, 4000)).toBe(said)
})
