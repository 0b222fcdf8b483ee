import { expect, it } from 'vitest'
import { webLink } from './web-link.ts'

it.each([
  ['https://harbor-bakery.com', 'https://harbor-bakery.com/'],
  ['http://harbor-bakery.com/menu?day=1', 'http://harbor-bakery.com/menu?day=1'],
  [' harbor-bakery.com ', 'https://harbor-bakery.com/'],
  ['harbor-bakery.com:8080/menu', 'https://harbor-bakery.com:8080/menu'],
])('follows %j', (typed, href) => {
  expect(webLink(typed)).toBe(href)
})

it.each([
  'javascript:alert(1)',
  'https://ana@harbor-bakery.com',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://harbor.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'mailto:hello@harbor-bakery.com',
  'not a website',
  '//',
  '',
])('leaves %j as text', (typed) => {
  expect(webLink(typed)).toBeUndefined()
})
