import { expect, it } from 'vitest'
import { isAllowed } from './media-type.ts'

it.each([
  ['image/png', ['image/png'], true],
  ['image/png', ['text/csv', 'image/*'], true],
  ['image/svg+xml', ['image/*'], true],
  ['text/plain;charset=UTF-8', ['text/*'], true],
  ['text/plain;charset=UTF-8', ['text/plain'], false],
  ['application/pdf', ['image/*'], false],
  ['imagery/png', ['image/*'], false],
  ['image/png', ['image/jpeg'], false],
  ['image/png', ['*/*'], false],
  ['image/png', ['*'], false],
  ['image/*', ['image/png'], false],
])('%s where %j are taken: %j', (type, allowed, isTaken) => {
  expect(isAllowed(type, allowed)).toBe(isTaken)
})
