/** A name that is being written after an @: where that stands, and what of the name is there so far. */
export type BegunMention = { at: number; typed: string }

/** Longer names there are none that somebody would type. */
const LONGEST = 40

/** What stands before the caret, if it is the beginning of a name; an e-mail address is none. */
export function begunMention(text: string, caret: number): BegunMention | undefined {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  const typed = before.slice(at + 1)
  if (at === -1 || typed.length > LONGEST || /^\s|[\n@]/.test(typed) || /[\p{L}\p{N}_]$/u.test(before.slice(0, at)))
    return undefined
  return { at, typed }
}

/** Whose name begins with what was typed, or one of its words does. */
export function namesLike(names: readonly string[], typed: string): string[] {
  const wanted = typed.toLocaleLowerCase()
  const isLike = (name: string) => name.startsWith(wanted) || name.includes(` ${wanted}`)
  return names.filter((name) => isLike(name.toLocaleLowerCase()))
}
