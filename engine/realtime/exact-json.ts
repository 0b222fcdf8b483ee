declare global {
  // What Node has and TypeScript's library does not know yet.
  interface JSON {
    rawJSON(text: string): unknown
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  }
}

/** JavaScript holds 15 digits of any number. */
const MANY_DIGITS = /\d{16}/

/** What Postgres wrote, to be written again digit by digit: JavaScript would make 9007199254740992 of …993. */
export const parseExactly = (json: string): unknown =>
  MANY_DIGITS.test(json) ? JSON.parse(json, asItStands) : JSON.parse(json)

const asItStands = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && source !== String(value) ? JSON.rawJSON(source) : value
