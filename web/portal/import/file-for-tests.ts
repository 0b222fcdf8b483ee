import type { TextFile } from '../../lib/table-file/text-file.ts'

/** A chosen text file in UTF-8, already read. */
export const fileOf = (text: string): TextFile => ({
  name: 'old.csv',
  text,
  bytes: new TextEncoder().encode(text),
  codePage: 'utf-8',
  isCertain: true,
  candidates: ['utf-8'],
})
