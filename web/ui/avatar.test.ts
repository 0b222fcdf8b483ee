import { expect, it } from 'vitest'
import { allowedPictureUrl, initialsOf } from './avatar.tsx'

it.each([
  ['Ana Maria Reyes', 'AR'],
  ['  ben ', 'B'],
  ['Zoë Ärger', 'ZÄ'],
  ['🦊 Fox', '🦊F'],
  [null, '?'],
])('calls %j %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it.each([
  ['https://pictures.test/ana.jpg', 'https://pictures.test/ana.jpg'],
  ['pictures.test/ana.jpg', 'https://pictures.test/ana.jpg'],
  ['http://pictures.test/ana.jpg', undefined],
  ['javascript:alert(1)', undefined],
  [null, undefined],
])('shows the picture at %j only if it may be loaded', (url, src) => {
  expect(allowedPictureUrl(url)).toBe(src)
})
