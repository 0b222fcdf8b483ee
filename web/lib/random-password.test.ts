import { afterEach, expect, it, vi } from 'vitest'
import { passwordKinds, randomPassword } from './random-password.ts'

afterEach(() => vi.restoreAllMocks())

it('has the length that was asked for, and something of every kind', () => {
  for (let made = 0; made < 500; made += 1) {
    const password = randomPassword(12)
    expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*]{12}$/)
    for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[!@#$%^&*]/]) expect(password).toMatch(kind)
  }
})

it('prefers no sign', () => {
  const drawn = Array.from({ length: 20_000 }, () => randomPassword(1, ['abc'])).join('')
  for (const sign of 'abc') expect(drawn.split(sign).length / 20_000).toBeCloseTo(1 / 3, 1)
})

it('draws again what would favour the first signs', () => {
  // With 70 characters to choose from, bytes from 210 to 255 exceed the last whole multiple, and would favor the first
  // 46 characters.
  const draws = [255, 210, 0, 26, 52, 62]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array[0] = draws.shift() ?? 0
    return array
  })
  expect(randomPassword(4)).toBe('Aa0!')
})

it('throws away a password that lacks a kind', () => {
  const draws = [0, 0, 1, 0]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array[0] = draws.shift() ?? 0
    return array
  })
  expect(randomPassword(2, ['a', 'b'])).toBe('ba')
})

it('knows no sign twice', () => {
  const signs = Object.values(passwordKinds).join('')
  expect(new Set(signs).size).toBe(signs.length)
})
