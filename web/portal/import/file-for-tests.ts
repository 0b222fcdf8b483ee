import type { TextFile } from '../../lib/table-file/text-file.ts'

/** A UTF-8 file after it was read. */
export const fileOf = (text: string): TextFile => ({
  name: 'old.csv',
  text,
  bytes: new TextEncoder().encode(text),
  codePage: 'utf-8',
  isCertain: true,
  candidates: ['utf-8'],
})
