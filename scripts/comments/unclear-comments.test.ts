import { expect, it } from 'vitest'
import { unclearComments } from './unclear-comments.ts'

it.each([
  '/** Of the rows that nobody has asked for. */',
  '/**\n * Whom the project has been told of.\n */',
  '// So that nobody waits.',
  '  -- Also where the agency has none.',
])('finds a comment without a subject: %j', (comment) => {
  expect(unclearComments(`const a = 1\n${comment}\nconst b = 2`)).toHaveLength(1)
})

it('finds a riddle anywhere in a comment, and names the line on which the comment begins', () => {
  expect(unclearComments('\n// The name is kept.\n// It is nothing amiss.')).toEqual([
    '2: The name is kept. It is nothing amiss.',
  ])
})

it.each([
  '/** Rows that nobody has asked for. */',
  '// The lock is kept.\n// So is the file.',
  "const text = 'Of those'",
  'const b = 2 // Of those',
])('passes over %j', (text) => {
  expect(unclearComments(text)).toEqual([])
})
