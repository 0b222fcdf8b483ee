/** An entry as another password manager wrote it, before the limits of the vault are applied. */
export type RawEntry = {
  /** The number of the row in the table. */
  row: number
  title: string
  websites: readonly string[]
  username: string
  password: string
  /** Paragraphs: the notes, and everything that the vault has no field for, after its name. */
  notes: readonly string[]
  /** Two-step keys, called one-time codes by most programs: base32 or `otpauth://` addresses. */
  codes: readonly string[]
  tags: readonly string[]
  isFavorite: boolean
  /** Why it is not imported unless the person ticks it. */
  reservation?: string
}

/** A row that cannot be read as an entry. */
export type BrokenRow = { row: number; title: string; problem: string }

/** Returns 'PIN: 1234', or nothing for an empty value. */
export const labelled = (label: string, text: string) => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  return label === '' ? trimmed : `${label}: ${trimmed}`
}

/** Returns the texts that are not empty. */
export const present = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text === undefined || text.trim() === '' ? [] : [text]))
