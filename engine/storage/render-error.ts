import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { DatabaseAway, DatabaseBusy, DatabaseUnreachable, SessionEnded } from '../database/database.ts'
import { ApiError } from '../gateway/api-error.ts'
import { TokenError } from '../tokens/tokens.ts'
import { StorageError, storageErrors } from './errors.ts'
import { FileMissing, StoreUnavailable } from './files/file-store.ts'
import { noteMissingFile } from './rows/missing-files.ts'

/** Sends an error in this service's format; server errors are logged, and the caller gets no details. */
export function renderError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  // The gateway's errors have a format of their own.
  if (error instanceof ApiError) throw error
  const refusal = toStorageError(error)
  reportRefusal(request, refusal, error)
  // Headers that were set for a successful response do not apply.
  for (const name of Object.keys(reply.getHeaders())) {
    if (!name.startsWith('access-control-') && name !== 'vary') reply.removeHeader(name)
  }
  if (error instanceof DatabaseAway) reply.header('retry-after', String(error.retryAfterSeconds))
  return reply
    .code(refusal.httpStatus)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(request.method === 'HEAD' ? undefined : refusal.body)
}

/** A status of 501 or above that only the caller can cause. */
const NOT_IMPLEMENTED = 501

/** Logs server errors. */
export function reportRefusal({ log, server }: FastifyRequest, refusal: StorageError, error: Error) {
  if (refusal.httpStatus >= 500 && refusal.httpStatus !== NOT_IMPLEMENTED)
    log.error(refusal.cause ?? refusal, refusal.message)
  // A row without its file is a server error too, though the caller is only told that the file does not exist.
  if (error instanceof FileMissing) void noteMissingFile({ database: server.database, log }, error.version)
}

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof TokenError || error instanceof SessionEnded) return storageErrors.invalidToken(error.message)
  if (error instanceof DatabaseBusy) return storageErrors.tooBusy(error.message)
  if (error instanceof DatabaseUnreachable) return storageErrors.databaseUnreachable(error)
  if (error instanceof pg.DatabaseError) return postgresError(error)
  if (error instanceof FileMissing) return storageErrors.bytesMissing(error)
  if (error instanceof StoreUnavailable) return storageErrors.storeUnavailable(error.isSilent, error)
  if (!(error instanceof Error)) return storageErrors.internal(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return storageErrors.bodyTooLarge()
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return storageErrors.unparsableType()
  const status = 'statusCode' in error ? error.statusCode : undefined
  // Errors of Fastify itself, for example for a malformed multipart body.
  if (typeof status === 'number' && status < 500) return storageErrors.refusedRequest(status, error.message)
  return storageErrors.internal(error)
}

/** The error for a Postgres error, mostly a rejection by row policies. */
function postgresError(error: pg.DatabaseError): StorageError {
  const { code = '', message } = error
  switch (code) {
    case '42501':
      return storageErrors.refusedByPolicy()
    case '23505':
      return storageErrors.alreadyExists()
    case '23503':
      return storageErrors.relatedMissing()
    case '55P03':
      return storageErrors.locked()
    // An invalid UUID, or text with a character that Postgres cannot store, as U+0000 in a bucket's name.
    case '22P02':
    case '22021':
      return storageErrors.invalidParameter(message)
    case '25006':
      return storageErrors.databaseReadOnly(message)
    case '42703':
    case '42P01':
      return storageErrors.schemaMismatch(message)
    case '42P17':
      return storageErrors.invalidDefinition(message)
    case '57014':
      return storageErrors.databaseTimeout(error)
    default:
      return storageErrors.databaseFailed(code, error)
  }
}
