/*
 * Ids of snapshots are random numbers of 64 bits, larger than a JavaScript number holds: as JSON they stay numbers, digit
 * for digit.
 */

declare global {
  // In every engine that we run on, and not in the compiler's library yet.
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
    rawJSON(text: string): object
  }
}

/** A whole number of 64 bits. The same one is always the same value, so that `===` compares them. */
export type Long = number | bigint

export const parseWithLongs = (text: string): unknown =>
  JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? BigInt(source)
      : value,
  )

export const stringifyWithLongs = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part))
