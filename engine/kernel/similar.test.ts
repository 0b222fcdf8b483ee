import { expect, it } from 'vitest'
import { mostSimilar, similarity } from './similar.ts'

it.each([
  ['films', 'films', 1],
  ['films', 'film', 0.8],
  ['', '', 1],
  ['abc', 'xyz', 0],
])('%s and %s are alike by %d', (a, b, score) => {
  expect(similarity(a, b)).toBeCloseTo(score)
})

it('takes the best that is good enough', () => {
  expect(mostSimilar('film', ['firms', 'Films', 'actors'], 0.75)).toBe('Films')
  expect(mostSimilar('film', ['actors'], 0.75)).toBeUndefined()
})

it('spends no time on endless names', () => {
  expect(similarity('a'.repeat(100_000), 'b')).toBe(0)
})
