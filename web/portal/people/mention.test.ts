import { expect, it } from 'vitest'
import { begunMention, namesLike } from './mention.ts'

it.each([
  ['@', { at: 0, typed: '' }],
  ['Ask @Be', { at: 4, typed: 'Be' }],
  ['(@ben car', { at: 1, typed: 'ben car' }],
  ['@Ana and @Bé', { at: 9, typed: 'Bé' }],
  ['「＠佐', { at: 1, typed: '佐' }],
])('sees that a name is begun in %j', (text, begun) => {
  expect(begunMention(text, text.length)).toEqual(begun)
})

it.each(['', 'Ask Ben', 'ben@north.test', '@ Ben', '@Ben\nand', `@${'a'.repeat(41)}`])('sees none in %j', (text) => {
  expect(begunMention(text, text.length)).toBeUndefined()
})

it('looks at what stands before the caret alone', () => {
  expect(begunMention('@Be, please', 3)).toEqual({ at: 0, typed: 'Be' })
})

it('finds people by the beginning of any of their names', () => {
  const names = ['Ben Carter', 'Carla Benson', 'Ana']
  expect(namesLike(names, 'ben')).toEqual(['Ben Carter', 'Carla Benson'])
  expect(namesLike(names, 'ben c')).toEqual(['Ben Carter'])
  expect(namesLike(names, 'Ben Carter ')).toEqual([])
})

it('finds people by letters that are taken for the same', () => {
  const names = ['Siobha\u0301n O’Dwyer', 'Jean\u2011Luc Müller', 'İlker\u00A0Işık']
  expect(namesLike(names, 'siobhan')).toEqual(['Siobha\u0301n O’Dwyer'])
  expect(namesLike(names, "siobhan o'd")).toEqual(['Siobha\u0301n O’Dwyer'])
  expect(namesLike(names, 'mul')).toEqual(['Jean\u2011Luc Müller'])
  expect(namesLike(names, 'jean-l')).toEqual(['Jean\u2011Luc Müller'])
  expect(namesLike(names, 'ilker isik')).toEqual(['İlker\u00A0Işık'])
})
