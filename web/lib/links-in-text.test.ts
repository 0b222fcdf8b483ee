import { expect, it } from 'vitest'
import { splitAtLinks } from './links-in-text.ts'

const linksOf = (text: string) => splitAtLinks(text).flatMap(({ href }) => href ?? [])

it.each([
  ['See https://wiki.example/Shop_(firm)', 'https://wiki.example/Shop_(firm)'],
  ['(https://lantern-bakes.example/menu)', 'https://lantern-bakes.example/menu'],
  ['(see https://wiki.example/Shop_(firm).)', 'https://wiki.example/Shop_(firm)'],
  ['[the menu](https://lantern-bakes.example/menu)', 'https://lantern-bakes.example/menu'],
  ['https://wiki.example/a_(b)_(c)', 'https://wiki.example/a_(b)_(c)'],
  ['[https://bakes.example/?a[]=1]', 'https://bakes.example/?a[]=1'],
  ['www.lantern-bakes.com/menu', 'https://www.lantern-bakes.com/menu'],
  ['HTTPS://LANTERN-BAKES.EXAMPLE/MENU', 'HTTPS://LANTERN-BAKES.EXAMPLE/MENU'],
  ['Is it https://bakes.example/menu?', 'https://bakes.example/menu'],
  ['https://bakes.example/menu?day=1&for=2, please', 'https://bakes.example/menu?day=1&for=2'],
  ['It is at https://bakes.example/menu...', 'https://bakes.example/menu'],
  ['It is at https://bakes.example/menu!!!', 'https://bakes.example/menu'],
  ['“https://bakes.example/menu”', 'https://bakes.example/menu'],
  ["'https://bakes.example/it's'", "https://bakes.example/it's"],
  ['**https://bakes.example/menu**', 'https://bakes.example/menu'],
  ['<https://bakes.example/menu>', 'https://bakes.example/menu'],
  ['https://bakes.example/a-b_/', 'https://bakes.example/a-b_/'],
  ['https://bakes.example/@ana', 'https://bakes.example/@ana'],
  ['请看https://bakes.example/menu。', 'https://bakes.example/menu'],
  ['请看www.bakes.example/menu。', 'https://www.bakes.example/menu'],
  ['ana@www.bakes.example', 'mailto:ana@www.bakes.example'],
  ['（https://bakes.example/menu）', 'https://bakes.example/menu'],
  ['‹https://bakes.example/menu›', 'https://bakes.example/menu'],
  ['`https://bakes.example/menu`', 'https://bakes.example/menu'],
  ['انظر https://bakes.example/menu، ثم', 'https://bakes.example/menu'],
  ['https://bakes.example/menu؟', 'https://bakes.example/menu'],
  ['https://bakes.example/बातें।', 'https://bakes.example/बातें'],
  ['https://old.example/https://bakes.example/', 'https://old.example/https://bakes.example/'],
  ['https://bäckerei.example/brötchen', 'https://bäckerei.example/brötchen'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['Write to ana@north.test.', 'mailto:ana@north.test'],
  ['(ana@north.test)', 'mailto:ana@north.test'],
  ['mailto:ana@north.test.', 'mailto:ana@north.test'],
  ['mailto:o%27brien@north.test', 'mailto:o%27brien@north.test'],
  ['mailto:ana@north.test?subject=Hi&body=Menu, please', 'mailto:ana@north.test?subject=Hi&body=Menu'],
  ['ana?bcc=x@north.test', 'mailto:ana%3Fbcc=x@north.test'],
])('[what-people-type.md#links] %s leads to %s', (text, link) => {
  expect(linksOf(text)).toEqual([link])
})

it.each([
  'javascript:alert(1)',
  'https://',
  'www.',
  'www.x',
  'ftp://a.example',
  'a@b',
  'x@@y.test',
  'https://a@b.example',
  'shop.www.bakes.example',
  'mailto:',
  'mailto:ana',
])('%s is no link', (text) => {
  expect(linksOf(text)).toEqual([])
})

it.each([',;', '.', ')', 'www.', 'a@', 'a.'])('reads a hundred thousand of %j in a moment', (signs) => {
  const row = `https://a.example/${signs.repeat(100_000 / signs.length)}`
  const text = `${row} ${row}x`
  const before = performance.now()
  expect(
    splitAtLinks(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  expect(performance.now() - before).toBeLessThan(6_000)
})

it('finds several, and loses nothing of what was written', () => {
  const text = 'Old: https://a.example/x, new: https://b.example/y; both (www.c.example) are there.'
  expect(linksOf(text)).toEqual(['https://a.example/x', 'https://b.example/y', 'https://www.c.example'])
  expect(
    splitAtLinks(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

it.each([',', ';', '|', ', '])('finds both of two addresses with %j between them', (between) => {
  const both = ['https://a.example/x', 'https://b.example/y']
  expect(linksOf(both.join(between))).toEqual(both)
})
