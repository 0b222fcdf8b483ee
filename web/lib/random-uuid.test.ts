import { afterEach, expect, it, vi } from 'vitest'
import { randomUuid } from './random-uuid.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('makes a random UUID on a page served by plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 100 }, randomUuid)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(100)
})
