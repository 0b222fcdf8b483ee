import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { DatabaseAway } from '../../database/database.ts'
import { ApiError } from '../../gateway/api-error.ts'
import { AuthError, authErrors, OAuthError } from '../errors.ts'

/** The API version whose error bodies have the code as `code`; callers request it with the header of the same name. */
const API_VERSION = '2024-01-01'

/** Renders an error for the API version that the caller requested (docs/wire/auth.md#errors). */
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
  if (acceptsNewErrorBodies(request)) {
    // The client reads `code` as the error code only with this header.
    return reply.code(refusal.status).header('x-supabase-api-version', API_VERSION).send(errorBody2024(refusal))
  }
  const raised = raisedByProject(refusal.cause)
  if (raised) return reply.code(raised.status).send(raised.body)
  return reply.code(refusal.status).send(legacyErrorBody(refusal, request.id))
}

function toAuthError(error: FastifyError | Error): AuthError {
  if (error instanceof AuthError) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return authErrors.bodyTooLarge()
  const status = 'statusCode' in error ? error.statusCode : undefined
  // Fastify's own errors, such as a wrong Content-Length.
  if (typeof status === 'number' && status < 500) return new AuthError(status, 'unknown', error.message)
  return error instanceof DatabaseAway ? authErrors.databaseAway(error) : authErrors.unexpected(error)
}

function acceptsNewErrorBodies({ headers }: FastifyRequest): boolean {
  const asked = headers['x-supabase-api-version']
  return typeof asked === 'string' && isDate(asked) && asked >= API_VERSION
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const weakPassword = ({ reasons }: AuthError) => (reasons ? { weak_password: { reasons } } : {})

const errorBody2024 = (error: AuthError) => ({ code: error.code, message: error.message, ...weakPassword(error) })

const legacyErrorBody = (error: AuthError, requestId: string) => ({
  code: error.status,
  error_code: error.code,
  msg: error.message,
  ...(error.status >= 500 && { error_id: requestId }),
  ...weakPassword(error),
})

/**
 * The message of a project's own trigger or constraint on the auth tables. Only the old format passes it on; the new
 * one leaves it in the log.
 */
function raisedByProject(cause: unknown) {
  if (!(cause instanceof pg.DatabaseError) || !/^(P0001|23\w{3}|PT\d{3})$/.test(cause.code ?? '')) return undefined
  const { code = '', message, hint, detail } = cause
  return {
    status: code.startsWith('PT') ? Number(code.slice(2)) : 500,
    body: { code, message, ...(hint && { hint }), ...(detail && { detail }) },
  }
}
