import pg from 'pg'
import { alternativeTo } from './missing-extension.ts'

/** A file of the engine or the project was refused by PostgreSQL, or does not belong to this database. */
export class MigrationFailed extends Error {}

type FailureDetails = {
  /** Identifies the file among all files of a start. */
  key: string
  /** Whether the file is one of the engine's own. */
  isOurs: boolean
  /** Whether the file would have succeeded after a commit of the files before it. */
  waitsForCommit: boolean
  cause?: unknown
}

/** PostgreSQL refused one file. The message says what became of the others. */
export class FileFailed extends MigrationFailed {
  readonly particulars: FailureDetails

  constructor(message: string, particulars: FailureDetails) {
    super(message, { cause: particulars.cause })
    this.particulars = particulars
  }

  /** The same error with one more sentence. */
  adding(sentence: string): FileFailed {
    return new FileFailed(`${this.message} ${sentence}`, this.particulars)
  }
}

/** PostgreSQL's message, the line where it stopped, and what to do about it. */
export function reason(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return sentence(error instanceof Error ? error.message : String(error))
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  const message = line ? `${error.message}${line}.` : sentence(error.message)
  const hint = alternativeTo(error) ?? error.hint
  return hint ? `${message} ${sentence(hint)}` : message
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`)
