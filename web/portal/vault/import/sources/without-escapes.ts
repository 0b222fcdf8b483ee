const HEADINGS = '"Account","Login Name","Password","Web Site","Comments"'

/**
 * KeePass writes `\"` for a quotation mark and `\\` for a backslash, where every other program doubles quotation marks. A
 * file that a spreadsheet has saved again contains a backslash before another character, and is left as it is.
 */
export function withoutEscapes(text: string): string {
  if (!text.replace(/^\uFEFF/, '').startsWith(HEADINGS)) return text
  const isEscaped = !text.replace(/\\["\\]/g, '').includes('\\')
  return isEscaped ? text.replace(/\\(["\\])/g, (_, sign: string) => (sign === '"' ? '""' : '\\')) : text
}
