import { buffer } from 'node:stream/consumers'
import { type FileStore, metadataOf, type StoredObject } from 'engine/feature'

export const DRAWING = 'image/svg+xml'

/** The length of a file's beginning in which every format can be recognized. */
const BEGINNING_BYTES = 4096

/** The type of a stored file by its beginning, if it is an image or a vector graphic. */
export async function pictureType(store: FileStore, object: StoredObject): Promise<string | undefined> {
  const { size } = metadataOf(object)
  if (size === 0) return undefined
  const end = Math.min(size, BEGINNING_BYTES) - 1
  const beginning = await buffer(await store.read(object.version ?? '', { start: 0, end }))
  // Loaded on demand to keep the start fast.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(beginning))?.mime
  if (found?.startsWith('image/')) return found
  return isDrawing(beginning.toString()) ? DRAWING : undefined
}

/** Whether the first XML element, after any prolog, is an SVG. */
export function isDrawing(text: string): boolean {
  let rest = text.replace(/^\ufeff/, '').trimStart()
  for (;;) {
    const before = beforeRootElement.find(({ opens }) => rest.startsWith(opens))
    if (!before) return /^<svg[\s>/]/i.test(rest)
    const end = rest.indexOf(before.closes, before.opens.length)
    if (end === -1) return false
    rest = rest.slice(end + before.closes.length).trimStart()
  }
}

/**
 * Parts of an XML prolog. A document type may contain entities in brackets, each of which ends with the same character.
 */
const beforeRootElement = [
  { opens: '<?', closes: '?>' },
  { opens: '<!--', closes: '-->' },
  { opens: '<!DOCTYPE', closes: '>' },
  { opens: '<!ENTITY', closes: '>' },
  { opens: ']', closes: '>' },
]
