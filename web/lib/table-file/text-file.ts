import type { CodePage } from './code-pages.ts'
import { type DecodedText, decodeInCodePage, decodeText } from './decode-text.ts'
import { FileProblem } from './file-problem.ts'

/** A chosen text file. Its bytes are kept, to be decoded in another code page. */
export type TextFile = DecodedText & { name: string; bytes: Uint8Array }

export async function readTextFile(file: File, mostMegabytes: number): Promise<TextFile> {
  if (file.size > mostMegabytes * 1024 * 1024) {
    throw new FileProblem(`“${file.name}” is larger than ${mostMegabytes} MB. Split it into several files.`)
  }
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileProblem(`“${file.name}” could not be read. Choose it again.`)
  })
  return textFileOf(file.name, new Uint8Array(bytes))
}

export async function textFileOf(name: string, bytes: Uint8Array): Promise<TextFile> {
  const decoded = await decodeText(bytes)
  if (!decoded) throw new FileProblem(otherFile(name, bytes))
  const other = otherFormats.find(({ begins }) => begins.test(decoded.text))
  if (other) throw new FileProblem(`“${name}” is ${other.sentence}`)
  return { ...decoded, name, bytes }
}

export const redecode = (file: TextFile, codePage: CodePage): TextFile => ({
  ...file,
  codePage,
  text: decodeInCodePage(file.bytes, codePage),
})

/**
 * The error for a file that is not text, with its kind by the first bytes: spreadsheets are ZIP archives ("PK"), older ones OLE
 * files.
 */
function otherFile(name: string, [first, second]: Uint8Array): string {
  const isSpreadsheet = (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)
  return isSpreadsheet
    ? `“${name}” is a spreadsheet. Save it as CSV first (in Excel, use “Save As”).`
    : `“${name}” is not a table. Choose a CSV file.`
}

/** Texts that are no table, whatever they are called. Many programs write a web page and call it .xls or .csv. */
const otherFormats = [
  {
    begins: /^\s*BEGIN:VCARD/i,
    sentence:
      'a vCard file. Export the contacts as CSV. If your program cannot do so, import the file into Google Contacts and export CSV there.',
  },
  {
    begins: /^\s*<(?:\?xml|!doctype|html|table)/i,
    sentence: 'an XML or HTML file. Open it in a spreadsheet and save it as CSV, or choose CSV when you export.',
  },
  { begins: /^\s*[[{]\s*["{[]/, sentence: 'a JSON file. Choose CSV when you export.' },
]
