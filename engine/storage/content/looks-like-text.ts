import { createReadStream } from 'node:fs'

/** Control characters that no text has. Tab, line ends, form feed, escape and DOS's end mark occur in some texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const CONTROL_CHARACTER = /[\x00-\x08\x0E-\x19\x1C-\x1F]/

/** Whether the bytes look like text in some encoding: no control characters occur. */
export const looksLikeText = (bytes: Buffer): boolean => !CONTROL_CHARACTER.test(bytes.toString('latin1'))

/** Whether a file is UTF-16 text to its end, where every second byte of Latin letters is zero. */
export async function isUtf16(path: string, beginning: Buffer): Promise<boolean> {
  const encoding = utf16Of(beginning)
  if (encoding === undefined) return false
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of createReadStream(path))
      if (CONTROL_CHARACTER.test(decoder.decode(chunk, { stream: true }))) return false
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** The byte order, by the byte order mark or by the position of zero bytes. */
function utf16Of(beginning: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of beginning.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  const most = 0.8 * (beginning.length / 2)
  if (first === 0 && second >= most) return 'utf-16le'
  if (second === 0 && first >= most) return 'utf-16be'
  return undefined
}
