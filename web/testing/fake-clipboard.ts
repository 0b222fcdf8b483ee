import { vi } from 'vitest'

/** Replaces the browser's clipboard for a test: the real one belongs to the window that has the focus. */
export function fakeClipboard(): { text: string } {
  const clipboard = { text: '' }
  vi.spyOn(navigator.clipboard, 'readText').mockImplementation(async () => clipboard.text)
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    clipboard.text = text
  })
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    const written = await item?.getType('text/plain')
    clipboard.text = (await written?.text()) ?? ''
  })
  return clipboard
}
