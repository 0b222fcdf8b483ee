import type { CodePage } from '../../../lib/table-file/code-pages.ts'
import { codePagesByLikelihood } from '../../../lib/table-file/guess-code-page.ts'
import { redecode, type TextFile } from '../../../lib/table-file/text-file.ts'
import { readingOf } from './reading.ts'

const USUAL: CodePage = 'windows-1252'
const ENOUGH_BYTES = 256 * 1024

/**
 * Guesses the code page of a file by its words. Passwords are left out: a pound sign in one would be taken for the letter
 * that another code page has in its place.
 */
export async function inCodePageOfWords(file: TextFile): Promise<TextFile> {
  if (file.isCertain || file.codePage.startsWith('utf-8')) return file
  const words = wordsOf(file)
  const likely = words?.some((byte) => byte >= 0x80) ? await codePagesByLikelihood(words) : [USUAL]
  const [codePage] = [...likely, ...file.candidates].filter((one) => file.candidates.includes(one))
  return codePage === undefined || words === undefined ? file : redecode(file, codePage)
}

/** The bytes of titles, names and notes. */
function wordsOf({ name, bytes }: TextFile): Uint8Array | undefined {
  const text = Array.from(bytes.subarray(0, ENOUGH_BYTES), (byte) => String.fromCharCode(byte)).join('')
  const words = readingOf({ name, text })?.candidates.flatMap(({ entry, remark }) =>
    entry ? [entry.title, entry.username ?? '', ...entry.tags, remark === undefined ? '' : entry.notes] : [],
  )
  return words && Uint8Array.from(words.join('\n'), (letter) => letter.charCodeAt(0))
}

const SIGNS_SHOWN = 20

/** The characters that depend on the code page, one by one: whole words would show passwords. */
export const signsIn = (text: string): string[] =>
  [...new Set(text.match(/[^\p{ASCII}\p{C}\p{Z}]/gu))].slice(0, SIGNS_SHOWN)
