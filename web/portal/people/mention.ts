import { searchText } from '../../lib/letters.ts'

/** A name that is being written after an @: where that stands, and what of the name is there so far. */
export type BegunMention = { at: number; typed: string }

/** Longer names there are none that somebody would type. */
const LONGEST = 40

/** What Japanese and Chinese keyboards write; a name that is chosen gets the plain one. */
const WIDE_AT = '＠'

/** What stands before the caret, if it is the beginning of a name; an e-mail address is none. */
export function begunMention(text: string, caret: number): BegunMention | undefined {
  const before = text.slice(0, caret)
  const at = Math.max(before.lastIndexOf('@'), before.lastIndexOf(WIDE_AT))
  const typed = before.slice(at + 1)
  if (
    at === -1 ||
    typed.length > LONGEST ||
    /^\s|[\n@＠]/.test(typed) ||
    /[\p{L}\p{M}\p{N}_]$/u.test(before.slice(0, at))
  )
    return undefined
  return { at, typed }
}

/** Whose name begins with what was typed, or one of its words does. */
export function namesLike(names: readonly string[], typed: string): string[] {
  const wanted = ` ${searchText(typed)}`
  // After a whole name comes something else.
  const end = /\s$/.test(typed) ? ' ' : ''
  return names.filter((name) => ` ${searchText(name)}`.includes(wanted + end))
}
