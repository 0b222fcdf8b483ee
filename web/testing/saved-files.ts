import { vi } from 'vitest'

/** Collects the files that the page saves from here on, by name, instead of in the downloads folder. */
export function savedFiles() {
  const files = new Map<string, Blob>()
  const makeAddress = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const [bytes] = makeAddress.mock.lastCall ?? []
    if (bytes instanceof Blob) files.set(this.download, bytes)
  })
  return files
}
