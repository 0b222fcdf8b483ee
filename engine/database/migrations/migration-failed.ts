import pg from 'pg'
import { alternativeTo } from './missing-extension.ts'

/** SQL of the engine or the project that PostgreSQL refused, or that does not belong to this database. */
export class MigrationFailed extends Error {}

type Particulars = {
  /** Tells the file from all others of a start. */
  key: string
  /** Whether it is one of the engine's own. */
  isOurs: boolean
  /** Whether it would have gone through had the files before it been committed. */
  waitsForCommit: boolean
  cause?: unknown
}

/** A file that PostgreSQL refused. What became of the others, the message says. */
export class FileFailed extends MigrationFailed {
  readonly particulars: Particulars

  constructor(message: string, particulars: Particulars) {
    super(message, { cause: particulars.cause })
    this.particulars = particulars
  }

  /** The same with one more sentence. */
  adding(sentence: string): FileFailed {
    return new FileFailed(`${this.message} ${sentence}`, this.particulars)
  }
}

/** Postgres' words, the line where it stopped, and what to do about it. */
export function reason(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return sentence(error instanceof Error ? error.message : String(error))
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  const message = line ? `${error.message}${line}.` : sentence(error.message)
  const hint = alternativeTo(error) ?? error.hint
  return hint ? `${message} ${sentence(hint)}` : message
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`)
