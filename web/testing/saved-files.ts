import { vi } from 'vitest'

/** What is saved from here on goes here, by name, and not among the downloads. */
export function savedFiles() {
  const files = new Map<string, Blob>()
  const makeAddress = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const [bytes] = makeAddress.mock.lastCall ?? []
    if (bytes instanceof Blob) files.set(this.download, bytes)
  })
  return files
}
