import { beforeEach, expect, it, vi } from 'vitest'
import { isMissingChunk, mayReload } from './missing-chunk.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

it.each([
  'Failed to fetch dynamically imported module: https://agency.test/assets/clients-route-x.js',
  'error loading dynamically imported module: https://agency.test/assets/clients-route-x.js',
  'Importing a module script failed.',
])('[shell.md#a-new-version] knows a part that did not come by %j', (message) => {
  expect(isMissingChunk(new TypeError(message))).toBe(true)
})

it('[shell.md#a-new-version] knows one whose styles did not come', () => {
  expect(isMissingChunk(new Error('Unable to preload CSS for /assets/messages-x.css'))).toBe(true)
})

it('[shell.md#a-new-version] takes no other mistake for one', () => {
  expect(isMissingChunk(new TypeError('Failed to fetch'))).toBe(false)
  expect(isMissingChunk(new Error('Importing a module script failed.'))).toBe(false)
  expect(isMissingChunk(undefined)).toBe(false)
})

it('[shell.md#a-new-version] loads the page anew for it once a minute', () => {
  expect([0, 1, 59_999, 60_000, 60_001].map(mayReload)).toEqual([true, false, false, true, false])
})
