import { expect, it } from 'vitest'
import { truncated } from './project.ts'

it.each([
  ['', ''],
  ['a'.repeat(50), 'a'.repeat(50)],
  ['a'.repeat(51), `${'a'.repeat(50)}…`],
  ['👩‍👩‍👧‍👦'.repeat(50), '👩‍👩‍👧‍👦'.repeat(50)],
  ['é'.repeat(60), `${'é'.repeat(50)}…`],
])('shows at most fifty characters of %j', (description, shown) => {
  expect(truncated(description)).toBe(shown)
})
