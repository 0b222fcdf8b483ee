import { type CodePage, decodeStrictly } from './code-pages.ts'
import { codePagesByLikelihood } from './guess-code-page.ts'

export type DecodedText = {
  text: string
  codePage: CodePage
  /** False if the bytes are readable in several code pages, so that a person should check the decoded letters. */
  isCertain: boolean
  /** Possible code pages of a text file, the likeliest first. */
  candidates: readonly CodePage[]
}

/**
 * Decodes a text file of old or new programs: UTF-8, UTF-16 as Excel's "Unicode text", with or without a byte order
 * mark, or the likeliest code page. Undefined if the bytes are not text.
 */
export async function decodeText(bytes: Uint8Array): Promise<DecodedText | undefined> {
  if (isKnownFormat(bytes)) return undefined
  const utf16 = utf16Of(bytes)
  if (utf16) return certain(utf16, new TextDecoder(utf16).decode(bytes))
  const utf8 = decodeStrictly('utf-8', bytes)
  const decoded = utf8 === undefined ? await inAnotherCodePage(bytes) : fromUtf8(bytes, utf8)
  return decoded && isText(decoded.text) ? { ...decoded, text: withoutControls(decoded.text) } : undefined
}

/** Decodes the bytes in a code page that a person chose. */
export function decodeInCodePage(bytes: Uint8Array, codePage: CodePage): string {
  return withoutControls(decodeStrictly(codePage, bytes) ?? new TextDecoder('utf-8').decode(bytes))
}

const certain = (codePage: CodePage, text: string): DecodedText => ({
  text,
  codePage,
  isCertain: true,
  candidates: [codePage],
})

function fromUtf8(bytes: Uint8Array, text: string): DecodedText {
  // ISO-2022-JP, which Japanese mail programs write, is ASCII with escape sequences, and so passes for UTF-8.
  if (text.includes('\x1B$B') || text.includes('\x1B$@')) {
    const japanese = decodeStrictly('iso-2022-jp', bytes)
    if (japanese !== undefined) return certain('iso-2022-jp', japanese)
  }
  for (const codePage of ['utf-8, twice', 'utf-8, twice, central', 'utf-8, twice, mac'] as const) {
    const mended = decodeStrictly(codePage, bytes)
    if (mended !== undefined && lettersIn(mended) <= lettersIn(text) * 0.75) {
      return { text: mended, codePage, isCertain: false, candidates: [codePage, 'utf-8'] }
    }
  }
  return certain('utf-8', text)
}

const lettersIn = (text: string) => text.match(/\P{ASCII}/gu)?.length ?? 0

async function inAnotherCodePage(bytes: Uint8Array): Promise<DecodedText | undefined> {
  const candidates = await codePagesByLikelihood(bytes)
  const damaged = new TextDecoder('utf-8').decode(bytes)
  const lost = damaged.match(/\uFFFD/g)?.length ?? 0
  // UTF-8 with a few invalid bytes, whose letters are lost; the reader reports where.
  if (lettersIn(damaged) - lost >= lost) {
    return { text: damaged, codePage: 'utf-8', isCertain: false, candidates: ['utf-8', ...candidates] }
  }
  const [codePage] = candidates
  const text = codePage && decodeStrictly(codePage, bytes)
  return codePage && text !== undefined ? { text, codePage, isCertain: false, candidates } : undefined
}

/** UTF-16 has a byte order mark, or is recognized by the zero bytes of delimiters, digits and line ends. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 4096)
  const nulls = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) nulls[index % 2] = (nulls[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = nulls
  if (even + odd < head.length / 20) return undefined
  if (odd > even * 20) return 'utf-16le'
  return even > odd * 20 ? 'utf-16be' : undefined
}

/** First bytes of files that are not text, whatever their names. */
const BEGINNINGS = [
  'PK\x03\x04',
  '\xD0\xCF\x11\xE0',
  '\x89PNG',
  '%PDF-',
  'GIF87a',
  'GIF89a',
  '\xFF\xD8\xFF',
  '\x1F\x8B',
]

const isKnownFormat = (bytes: Uint8Array) =>
  BEGINNINGS.some((beginning) => [...beginning].every((letter, index) => bytes[index] === letter.charCodeAt(0)))

/** Texts may contain a few stray control characters; pictures and archives are full of them. */
const isText = (text: string) => (text.slice(0, 65536).match(CONTROL)?.length ?? 0) <= text.length / 50 + 2

const CONTROL = /(?![\t\n\v\f\r])\p{Cc}/gu

/**
 * Removes characters that programs leave in texts: the end mark of DOS, NULs and other controls. Those from U+0080 on
 * are Windows quotation marks and dashes misread as Latin-1. FileMaker and Outlook write a vertical tab for a line
 * break in a cell.
 */
const withoutControls = (text: string) =>
  text.replace(CONTROL, (control) => (control < '\x80' ? '' : fromWindows(control))).replace(/[\v\f]/g, ' ')

const fromWindows = (control: string) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(control.charCodeAt(0))).replace(CONTROL, '')
