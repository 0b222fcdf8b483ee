import '../app.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Portal } from './portal.tsx'

const { fetch } = globalThis
// As root.tsx has it.
document.documentElement.lang = 'en'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const troubles = Portal.close()
  document.getElementById('toasts')?.remove()
  globalThis.fetch = fetch
  expect(troubles, 'calls that nobody has prepared an answer for').toEqual([])
  expect(vi.mocked(console.error).mock.calls, 'console.error').toEqual([])
  vi.restoreAllMocks()
})
