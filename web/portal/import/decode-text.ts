/**
 * The text of a file as old and new programs save it: UTF-8, UTF-16 as Excel writes "Unicode text", with or without a mark of
 * the encoding; what is neither comes from a Windows of western Europe or America. Undefined where it is no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // No text has these; pictures, archives and spreadsheets have.
  return UNSEEN.test(text) ? undefined : text
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark it shows by its headings, every second byte of which is nothing.
  const head = bytes.subarray(0, 200)
  if (head.length > 2 && hasNothingAt(head, 1)) return 'utf-16le'
  if (head.length > 2 && hasNothingAt(head, 0)) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** In nine places of ten: a heading may have a letter of another alphabet. */
function hasNothingAt(bytes: Uint8Array, offset: 0 | 1): boolean {
  const places = bytes.filter((_, index) => index % 2 === offset)
  const others = bytes.filter((_, index) => index % 2 !== offset)
  return places.filter((byte) => byte === 0).length > places.length * 0.9 && !others.includes(0)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/
