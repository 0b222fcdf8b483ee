import { expect, it } from 'vitest'
import { webLink } from './web-link.ts'

it.each([
  ['https://harbor-bakery.com', 'https://harbor-bakery.com/'],
  ['http://harbor-bakery.com/menu?day=1', 'http://harbor-bakery.com/menu?day=1'],
  [' harbor-bakery.com ', 'https://harbor-bakery.com/'],
  ['harbor-bakery.com:8080/menu', 'https://harbor-bakery.com:8080/menu'],
  ['HTTPS://Harbor-Bakery.com:65535', 'https://harbor-bakery.com:65535/'],
  ['http://localhost:3000', 'http://localhost:3000/'],
  ['bäckerei.test/brötchen?a=b|c#d', 'https://xn--bckerei-5wa.test/br%C3%B6tchen?a=b|c#d'],
  ['パン.test', 'https://xn--odk8c.test/'],
])('follows %j', (typed, href) => {
  expect(webLink(typed)).toBe(href)
})

it.each([
  'javascript:alert(1)',
  'https://ana@harbor-bakery.com',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://harbor.com/%0aalert(1)',
  'javascript:1/alert(1)',
  'javascript:1?alert(1):2',
  'data:1/x',
  'https:80',
  'harbor',
  'https://harbor-bakery.com:65536',
  'https://harbor..bakery.com',
  'https://-harbor.com',
  'https://harbor-bakery.com@elsewhere.com',
  'https://harbor-bakery.com%40elsewhere.com',
  'https://harbor-bakery.com\\@elsewhere.com',
  'https:///elsewhere.com',
  'https://<b>.com',
  'https://harbor-bakery.com/"onclick="alert(1)',
  'https://harbor-bakery.com/a\u0001b',
  'https://harbor-bakery.com/a\u00a0b',
  'https://harbor-bakery.com/\u202egpj.exe',
  'https://harbor\u200b-bakery.com',
  'https://harbor-bakery.com\uff0felsewhere.com',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'mailto:hello@harbor-bakery.com',
  'not a website',
  '//',
  '',
])('leaves %j as text', (typed) => {
  expect(webLink(typed)).toBeUndefined()
})
