import pg from 'pg'
import { SessionEnded } from '../../../database/database.ts'
import { icebergErrors } from '../errors.ts'

/**
 * What the database refused was not kept. Whatever else failed, as a connection that broke while it answered, may have
 * been: throws `commitUnknown`.
 */
export function unlessUnknown(error: unknown): pg.DatabaseError | SessionEnded {
  if (error instanceof pg.DatabaseError || error instanceof SessionEnded) return error
  throw icebergErrors.commitUnknown(error)
}
