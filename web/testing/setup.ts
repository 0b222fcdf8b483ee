import '../app.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import './drop-react-traces.ts'
import { Portal } from './portal.tsx'

const { fetch } = globalThis
const desktop = [1280, 800] as const
// The page's language is set here, since tests do without root.tsx.
document.documentElement.lang = 'en'

await commands.answerPictureRequests()

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await page.viewport(...desktop)
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const troubles = Portal.close()
  const complaints = vi.mocked(console.error).mock.calls
  document.getElementById('toasts')?.remove()
  globalThis.fetch = fetch
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(troubles, 'calls that nobody has prepared an answer for').toEqual([])
  expect(complaints, 'console.error').toEqual([])
})
