import { searchText } from '../../lib/search-text.ts'

/** An unfinished mention: the position of its @, and the typed part of the name. */
export type BegunMention = { at: number; typed: string }

/** The longest name that anybody would type. */
const LONGEST = 40

/** The full-width @ of Japanese and Chinese keyboards; a completed mention gets the plain one. */
const WIDE_AT = '＠'

/** Finds the unfinished mention before the caret; an email address is none. */
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

/** The names of which a word begins with the typed text. */
export function namesLike(names: readonly string[], typed: string): string[] {
  const wanted = ` ${searchText(typed)}`
  // A space after a whole name ends the mention.
  const end = /\s$/.test(typed) ? ' ' : ''
  return names.filter((name) => ` ${searchText(name)}`.includes(wanted + end))
}
