import { expect, it } from 'vitest'
import { breakIntoLines } from './break-into-lines.ts'

it.each([
  ['Prices, in the window.', 24, ['Prices, in the window.']],
  ['Be the busiest door on the street.', 24, ['Be the busiest door', 'on the street.']],
  ['A website that works the counter.', 14, ['A website', 'that works', 'the counter.']],
  ['Uncharacteristically long', 10, ['Uncharacteristically', 'long']],
])('%s fits lines of %d', (headline, width, lines) => {
  expect(breakIntoLines(headline, width)).toEqual(lines)
})
