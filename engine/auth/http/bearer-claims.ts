import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Claims } from '../../database/database.ts'
import { authorizationBesideKey } from '../../gateway/key-to-token.ts'
import { isNewerKey } from '../../tokens/api-keys.ts'
import { TokenError, type TokenFault } from '../../tokens/tokens.ts'
import { authErrors } from '../errors.ts'

/** GoTrue's words for what is wrong with a token. */
const tokenErrorMessages: Record<TokenFault, string> = {
  malformed: 'token is malformed',
  signature: 'token signature is invalid',
  expired: 'token has invalid claims: token is expired',
  not_yet_valid: 'token has invalid claims: token is not valid yet',
  algorithm: 'token is unverifiable: signing method is not allowed',
  claims: 'token has invalid claims',
}

/**
 * The claims of the request's bearer token, or of its key where that is one of the newer form and there is no token.
 * Throws where there is none or it is not valid.
 */
export async function bearerClaims(app: FastifyInstance, { headers }: FastifyRequest): Promise<Claims> {
  const authorization = authorizationBesideKey(headers)
  const token = authorization === undefined ? claimsOfApiKey(app, headers.apikey) : bearerToken(authorization)
  if (token === undefined) throw authErrors.noBearer()
  try {
    return await app.tokens.verify(token)
  } catch (error) {
    throw error instanceof TokenError ? authErrors.badToken(tokenErrorMessages[error.reason]) : error
  }
}

const bearerToken = (authorization: string) => /^bearer\s+(\S+)$/i.exec(authorization)?.[1]

const claimsOfApiKey = ({ tokens }: FastifyInstance, key: unknown) =>
  typeof key === 'string' && isNewerKey(key) ? tokens.tokenOf(key) : undefined
