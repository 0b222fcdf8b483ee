import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { DatabaseAway } from '../../database/database.ts'
import { ApiError } from '../../gateway/api-error.ts'
import { AuthError, authErrors, OAuthError } from '../errors.ts'

/** The version whose error bodies carry the code as `code`; callers ask for it with the header of the same name. */
const API_VERSION = '2024-01-01'

/** Answers a failure in the shape of the API version the caller asked for (docs/wire/auth.md#errors). */
export function renderError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError) return reply.code(error.statusCode).headers(error.headers).send(error.body)
  if (error instanceof OAuthError) {
    return reply
      .code(error.status)
      .headers(error.headers)
      .send({ error: error.error, error_description: error.message })
  }
  const refusal = toAuthError(error)
  if (refusal.status >= 500 || refusal.cause !== undefined) request.log.error(refusal.cause ?? refusal, refusal.message)
  reply.header('x-sb-error-code', refusal.code)
  if (error instanceof DatabaseAway) reply.header('retry-after', String(error.retryAfterSeconds))
  if (asksForNewBodies(request)) {
    // Without this header the client doesn't take `code` for the error code.
    return reply.code(refusal.status).header('x-supabase-api-version', API_VERSION).send(newBody(refusal))
  }
  const raised = raisedByProject(refusal.cause)
  if (raised) return reply.code(raised.status).send(raised.body)
  return reply.code(refusal.status).send(initialBody(refusal, request.id))
}

function toAuthError(error: FastifyError | Error): AuthError {
  if (error instanceof AuthError) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return authErrors.bodyTooLarge()
  const status = 'statusCode' in error ? error.statusCode : undefined
  // Fastify's own refusals, as of a broken Content-Length.
  if (typeof status === 'number' && status < 500) return new AuthError(status, 'unknown', error.message)
  return error instanceof DatabaseAway ? authErrors.databaseAway(error) : authErrors.unexpected(error)
}

function asksForNewBodies({ headers }: FastifyRequest): boolean {
  const asked = headers['x-supabase-api-version']
  return typeof asked === 'string' && isDate(asked) && asked >= API_VERSION
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const weakPassword = ({ reasons }: AuthError) => (reasons ? { weak_password: { reasons } } : {})

const newBody = (error: AuthError) => ({ code: error.code, message: error.message, ...weakPassword(error) })

const initialBody = (error: AuthError, requestId: string) => ({
  code: error.status,
  error_code: error.code,
  msg: error.message,
  ...(error.status >= 500 && { error_id: requestId }),
  ...weakPassword(error),
})

/**
 * What a project's own trigger or constraint on the auth tables said. Only the old bodies pass it on: the new ones
 * keep it in the log.
 */
function raisedByProject(cause: unknown) {
  if (!(cause instanceof pg.DatabaseError) || !/^(P0001|23\w{3}|PT\d{3})$/.test(cause.code ?? '')) return undefined
  const { code = '', message, hint, detail } = cause
  return {
    status: code.startsWith('PT') ? Number(code.slice(2)) : 500,
    body: { code, message, ...(hint && { hint }), ...(detail && { detail }) },
  }
}
