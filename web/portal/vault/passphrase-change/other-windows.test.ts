import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('loads on a page served by plain http, where browsers have fewer functions', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await expect(import('./other-windows.ts')).resolves.toHaveProperty('notifyOtherWindows')
})
