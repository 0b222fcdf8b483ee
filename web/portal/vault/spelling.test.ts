import { expect, it } from 'vitest'
import { spell } from './spelling.ts'

const words = (text: string) => spell(text).map(({ word }) => word)

it('[vault.md#showing] spells capitals in capitals, small letters small, and digits and symbols by their names', () => {
  expect(words('Tx0O& ')).toEqual(['TANGO', 'x-ray', 'zero', 'OSCAR', 'ampersand', 'space'])
  expect(spell('Tx0O&').map(({ kind }) => kind)).toEqual(['letter', 'letter', 'digit', 'letter', 'symbol'])
})

it('has a word for every sign on a keyboard', () => {
  const keyboard = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join('')
  expect(words(keyboard).filter((word) => word.startsWith('U+'))).toEqual([])
  expect(new Set(words(keyboard)).size).toBe(95)
})

it('goes by the number where there is no word, and takes no sign apart', () => {
  expect(words('é🔑')).toEqual(['U+00E9', 'U+1F511'])
  expect(spell('🔑')).toEqual([{ sign: '🔑', word: 'U+1F511', kind: 'symbol' }])
})
