import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { DatabaseBusy, DatabaseUnreachable, SessionEnded } from '../../database/database.ts'
import { ApiError } from '../../gateway/api-error.ts'
import { TokenError } from '../../tokens/tokens.ts'
import { restErrors } from '../errors.ts'
import { postgresError } from '../postgres-errors.ts'

/** The error response for an error. */
export function refusal(error: Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof TokenError) return tokenRefusal(error, request)
  if (error instanceof SessionEnded) return restErrors.refusedClaims(error.message)
  if (error instanceof pg.DatabaseError) return postgresError(error, request.caller?.role === 'anon')
  if (error instanceof DatabaseBusy) return restErrors.databaseBusy(error)
  if (error instanceof DatabaseUnreachable) return restErrors.databaseUnreachable(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return restErrors.invalidBody(`Content-Type not acceptable: ${request.headers['content-type']}`)
  }
  return restErrors.internal()
}

/** PostgREST's messages for an invalid token (docs/wire/rest.md#tokens). */
function tokenRefusal({ reason, claim }: TokenError, { headers }: FastifyRequest): ApiError {
  switch (reason) {
    case 'expired':
      return restErrors.refusedClaims('JWT expired')
    case 'not_yet_valid':
      return restErrors.refusedClaims('JWT not yet valid')
    case 'claims':
      return restErrors.refusedClaims(
        claim === undefined ? 'Parsing claims failed' : `The JWT '${claim}' claim must be a number`,
      )
    case 'algorithm':
      return restErrors.invalidToken('Wrong or unsupported encoding algorithm')
    case 'malformed': {
      const token = headers.authorization?.slice('Bearer '.length).trim() ?? ''
      if (token === '') return restErrors.invalidToken('Empty JWT is sent in Authorization header')
      const parts = token.split('.').length
      return parts === 3 ? undecodable() : restErrors.invalidToken(`Expected 3 parts in JWT; got ${parts}`)
    }
    case 'signature':
      return undecodable()
  }
}

const undecodable = () =>
  restErrors.invalidToken('No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
