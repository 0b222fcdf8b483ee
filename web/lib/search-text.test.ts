import { expect, it } from 'vitest'
import { hasEveryWord, searchText } from './search-text.ts'

it.each([
  ['accents', 'Müller Bäckerei', 'muller backerei'],
  ['combining marks', 'Zoe\u0308 Café', 'zoe cafe'],
  ['the Turkish i', 'İzmir IŞIK ışık', 'izmir isik isik'],
  ['the sharp s', 'Groß GROSS Straẞe', 'gross gross strasse'],
  ['letters of their own', 'Łódź Đặng Ørsted Þór Ægir Œuvre', 'lodz dang orsted thor aegir oeuvre'],
  ['blanks of every kind', '\u00A0A\u2003 B\t\n\u3000C\u202FD ', 'a b c d'],
  ['apostrophes', "O'Dwyer O’Dwyer O´Dwyer Oʼdwyer O＇Dwyer", 'odwyer odwyer odwyer odwyer odwyer'],
  ['hyphens', 'Jean-Luc Jean‑Luc Jean–Luc Jean—Luc Jean Luc', 'jean luc jean luc jean luc jean luc jean luc'],
  ['quotation marks', 'the “Crew” «Crew»', 'the "crew" "crew"'],
  ['signs that are not seen', 'Har\u00ADbor\u200B Ba\u2060kery\uFEFF', 'harbor bakery'],
  ['Cyrillic', 'ЁЛКА й', 'елка и'],
  ['Greek', 'ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Arabic', 'مُحَمَّــد أحمد ٢٠', 'محمد احمد 20'],
  ['Hangul', '한글'.normalize('NFC'), '한글'.normalize('NFKD')],
  ['wide and narrow forms', 'ＡＢＣ ﾃﾞｻﾞｲﾝ', `abc ${'デザイン'.normalize('NFKD')}`],
  ['ligatures', 'ﬁn ½', 'fin 1/2'],
])('sees %s as people do', (_what, text, seen) => {
  expect(searchText(text)).toBe(seen)
  expect(searchText(seen)).toBe(seen)
})

it.each([
  ['Müller', 'Mueller'],
  ['Harbor', 'Harbour'],
  ['50%', '50'],
])('keeps %j and %j apart', (one, other) => {
  expect(searchText(one)).not.toBe(searchText(other))
})

it.each<[string, boolean]>([
  ['person-481@', true],
  ['test ENTRY', true],
  ['person-1@', false],
])('[lists.md#equivalent-letters] finds the words %j, hyphens included: %j', (typed, isThere) => {
  expect(hasEveryWord('Entry 481\nperson-481@example.test', typed)).toBe(isThere)
})
