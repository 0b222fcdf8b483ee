/** The conversion of values that node-postgres applies before it sends them; its types leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
