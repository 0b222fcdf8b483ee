import { expect, it } from 'vitest'
import { makeUp, standard } from './generator.ts'
import { passwordStrength } from './password-strength.ts'

it.each<[string, number]>([
  ['', 0],
  ['a', 1],
  ['A', 1],
  ['7', 1],
  ['!', 1],
  [' ', 1],
  ['elevenchars', 1],
  ['twelve chars', 3],
  ['twelvechars!', 3],
  ['aA', 2],
  ['aA1', 3],
  ['aA1!', 4],
  ['aA1!aA1!aA1!', 4],
  ['Correcthorsebattery', 3],
  ['ÄÖÜ', 1],
  ['straße', 1],
  ['🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑', 1],
  ['🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑', 2],
])('[vault.md#strength] %j has %i points', (password, points) => {
  expect(passwordStrength(password)).toBe(points)
})

it('[vault.md#strength] a generated password has 16 characters and every point', () => {
  for (let made = 0; made < 500; made += 1) {
    const password = makeUp(standard)
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z\d]).{16}$/)
    expect(passwordStrength(password)).toBe(4)
  }
})
