declare global {
  // A part of JSON that Node has and TypeScript's library does not declare yet.
  interface JSON {
    rawJSON(text: string): unknown
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  }
}

/** JavaScript numbers keep at least 15 digits. */
const MANY_DIGITS = /\d{16}/

/**
 * Parses JSON from Postgres so that it can be written again digit by digit: plain parsing would turn 9007199254740993
 * into …992.
 */
export const parseExactly = (json: string): unknown =>
  MANY_DIGITS.test(json) ? JSON.parse(json, keepDigits) : JSON.parse(json)

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && source !== String(value) ? JSON.rawJSON(source) : value
