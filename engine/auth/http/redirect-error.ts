import type { FastifyRequest } from 'fastify'
import { AuthError, authErrors, OAuthError } from '../errors.ts'

/** OAuth's names of refusals, by status. */
export const namesByStatus = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
  [500, 'server_error'],
  [503, 'temporarily_unavailable'],
])

/** Refusals of a known user or a correct sign-in, which OAuth calls access_denied. */
const accessDeniedCodes = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

/** The error parameters in the URL at the end of a provider sign-in (docs/wire/auth.md#coming-back-from-a-provider). */
export function redirectErrorValues(request: FastifyRequest, error: unknown): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.error, error_description: error.message }
  const { status, code, message, cause } = error instanceof AuthError ? error : authErrors.unexpected(error)
  // The error object itself is not logged: answers of providers may contain codes and tokens.
  if (status >= 500) request.log.error(`${message}: ${cause instanceof Error ? cause.message : code}`)
  return { error: oauthErrorOf(status, code), error_code: code, error_description: message }
}

const oauthErrorOf = (status: number, code: string) =>
  accessDeniedCodes.has(code) ? 'access_denied' : (namesByStatus.get(status) ?? 'server_error')
