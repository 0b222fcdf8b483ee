import { expect, it } from 'vitest'
import { globToRegExp } from './glob.ts'

it.each([
  ['https://example.com/*', 'https://example.com/a', true],
  ['https://example.com/*', 'https://example.com/a/b', false],
  ['https://example.com/**', 'https://example.com/a/b.html', true],
  ['https://*.example.com', 'https://a.example.com', true],
  ['https://*.example.com', 'https://a.b.example.com', false],
  ['https://*.example.com', 'https://evil.test/.example.com', false],
  ['https://example.com/page?', 'https://example.com/page1', true],
  ['https://example.com/page?', 'https://example.com/page/', false],
  ['https://example.com/{one,two}', 'https://example.com/two', true],
  ['https://example.com/{one,two}', 'https://example.com/three', false],
  ['https://example.com/[ab]', 'https://example.com/b', true],
  ['https://example.com/[!ab]', 'https://example.com/b', false],
  ['https://example.com', 'https://exampleXcom', false],
  ['https://example.com', 'https://example.com.evil.test', false],
  ['a+(b)|c', 'a+(b)|c', true],
])('%s and %s: %s', (pattern, text, matches) => {
  expect(globToRegExp(pattern).test(text)).toBe(matches)
})
