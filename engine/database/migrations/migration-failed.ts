import pg from 'pg'

/** A migration that Postgres refused; nothing of it was kept. */
export class MigrationFailed extends Error {}

/** Postgres' words, and the line where it stopped. */
export function reason(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error)
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  return `${error.message}${line}.${error.hint ? ` ${error.hint}.` : ''}`
}
