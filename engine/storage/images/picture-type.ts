import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../files/file-store.ts'
import { metadataOf, type StoredObject } from '../rows/object.ts'

export const DRAWING = 'image/svg+xml'

/** Where every format says what it is. */
const BEGINNING_BYTES = 4096

/** What a stored file is by its beginning, if that is a picture or a drawing. */
export async function pictureType(store: FileStore, object: StoredObject): Promise<string | undefined> {
  const { size } = metadataOf(object)
  if (size === 0) return undefined
  const end = Math.min(size, BEGINNING_BYTES) - 1
  const beginning = await buffer(await store.read(object.version ?? '', { start: 0, end }))
  // Loaded for the first picture that needs it: no start should wait for it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(beginning))?.mime
  if (found?.startsWith('image/')) return found
  return isDrawing(beginning.toString()) ? DRAWING : undefined
}

/** Whether the first element is a drawing, behind what may stand before it. */
export function isDrawing(text: string): boolean {
  let rest = text.replace(/^\ufeff/, '').trimStart()
  for (;;) {
    const before = standsBefore.find(({ opens }) => rest.startsWith(opens))
    if (!before) return /^<svg[\s>/]/i.test(rest)
    const end = rest.indexOf(before.closes, before.opens.length)
    if (end === -1) return false
    rest = rest.slice(end + before.closes.length).trimStart()
  }
}

/** Entities of a document type stand in brackets, each ending as the whole does. */
const standsBefore = [
  { opens: '<?', closes: '?>' },
  { opens: '<!--', closes: '-->' },
  { opens: '<!DOCTYPE', closes: '>' },
  { opens: '<!ENTITY', closes: '>' },
  { opens: ']', closes: '>' },
]
