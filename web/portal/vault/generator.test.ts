import { expect, it } from 'vitest'
import { passwordKinds } from '../../lib/random-password.ts'
import { LOOK_ALIKES, lengths, makeUp, standard } from './generator.ts'

it.each([lengths.least, 12, lengths.most])(
  '[vault.md#strength] makes passwords of %i signs of every kind',
  (length) => {
    for (let made = 0; made < 50; made += 1) {
      const password = makeUp({ ...standard, length })
      expect(password).toHaveLength(length)
      for (const kind of Object.values(passwordKinds))
        expect([...kind].some((sign) => password.includes(sign))).toBe(true)
    }
  },
)

it('[vault.md#strength] takes the chosen kinds only', () => {
  const pins = Array.from({ length: 50 }, () => makeUp({ ...standard, kinds: ['digits'] }))
  for (const pin of pins) expect(pin).toMatch(/^\d{16}$/)
  expect(new Set(pins).size).toBe(pins.length)
})

it('[vault.md#strength] leaves out what looks alike in the readable mode, and nothing else', () => {
  const made = Array.from({ length: 300 }, () => makeUp({ ...standard, length: 64, isReadable: true })).join('')
  for (const sign of LOOK_ALIKES) expect(made).not.toContain(sign)
  const expected = [...Object.values(passwordKinds).join('')].filter((sign) => !LOOK_ALIKES.includes(sign))
  expect([...new Set(made)].toSorted()).toEqual(expected.toSorted())
})
