import { expect, it } from 'vitest'
import { slidePosition, wrapIndex } from './carousel.ts'

it('goes from the last slide on to the first', () => {
  expect(wrapIndex(2 + 1, 3)).toBe(0)
})

it('goes from the first slide back to the last', () => {
  expect(wrapIndex(0 - 1, 3)).toBe(2)
})

it('moves by one in between', () => {
  expect(wrapIndex(0 + 1, 3)).toBe(1)
  expect(wrapIndex(2 - 1, 3)).toBe(1)
})

it('says which slide it shows, counting from one', () => {
  expect(slidePosition(0, 3)).toBe('Slide 1 of 3')
})
