import pg from 'pg'
import { SessionEnded } from '../../../database/database.ts'
import { IcebergError, icebergErrors } from '../errors.ts'

/**
 * What the database refused, or we did before the end, was not kept. Whatever else failed, as a connection that broke while it answered, may have
 * been: throws `commitUnknown`.
 */
export function unlessUnknown(error: unknown): Error {
  if (error instanceof pg.DatabaseError || error instanceof SessionEnded || error instanceof IcebergError) return error
  throw icebergErrors.commitUnknown(error)
}
