import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isSameSecret } from '../kernel/same-secret.ts'
import { isNewerKey } from '../tokens/api-keys.ts'

/** Whether the project lets the bearer of this access token read the details of the health. */
export type MayReadDetails = (token: string) => Promise<boolean>

/** The answer comes within a second, even where the database hangs. */
const CHECK_TIMEOUT_MS = 800

/**
 * Whether a request may read the details of the health. It needs the token of METRICS_TOKEN, the service key, or the
 * token of a user whom the project allows. All other requests get the public report, also those with an invalid token.
 */
export async function readsDetails(
  { config, tokens }: Pick<FastifyInstance, 'config' | 'tokens'>,
  { authorization = '' }: IncomingHttpHeaders,
  mayReadDetails: MayReadDetails | undefined,
): Promise<boolean> {
  const [, token] = /^bearer (.+)$/i.exec(authorization) ?? []
  if (token === undefined) return false
  if (config.metricsToken !== undefined && isSameSecret(token, config.metricsToken)) return true
  const claims = await tokens.verify(isNewerKey(token) ? tokens.tokenOf(token) : token).catch(() => undefined)
  if (claims?.role === 'service_role') return true
  if (claims?.sub === undefined || !mayReadDetails) return false
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const patience = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS)
  const may = await Promise.race([mayReadDetails(token).catch(() => false), late])
  clearTimeout(patience)
  return may
}
