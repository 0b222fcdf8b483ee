import type { IncomingHttpHeaders } from 'node:http'
import { type Isolation, isolations } from '../database/database.ts'
import type { ParsedRequest } from './parse/parse-request.ts'
import type { Plan } from './plan/plan-request.ts'
import type { RestConfig } from './rest-config.ts'
import type { Schema } from './schema/schema-types.ts'

type RequestContext = {
  role: string
  headers: IncomingHttpHeaders
  /** The caller's network address. */
  address: string
  /** The installation's setting RATE_LIMITS. */
  rateLimits: boolean
  schema: Schema
  config: RestConfig
}

/** The settings of the request's transaction, in the order in which they are made (docs/wire/rest.md#one-request). */
export function requestSettings(
  parsed: ParsedRequest,
  plan: Plan,
  { role, headers, address, rateLimits, schema, config }: RequestContext,
): Record<string, string> {
  const { cookie, ...others } = headers
  const settings: Record<string, string> = {
    search_path: config.searchPaths.get(parsed.schema) ?? '',
    ...schema.roleSettings.get(role),
    // Rate limits implemented in SQL apply unless this setting turns them off; a server that never sets it keeps them.
    ...(!rateLimits && { 'app.settings.rate_limits': 'off' }),
    ...config.appSettings,
    'request.method': parsed.method,
    'request.path': parsed.path,
    // The address comes from the connection, not from the caller's header: SQL that counts requests by address must not
    // be given a forged one.
    'request.headers': JSON.stringify({ ...others, 'x-forwarded-for': address }),
    'request.cookies': cookie === undefined ? '{}' : JSON.stringify(parseCookies(cookie)),
  }
  if (config.timezone && parsed.preferences.timezone !== undefined) settings.timezone = parsed.preferences.timezone
  return plan.kind === 'call' ? Object.assign(settings, plan.call.function.settings) : settings
}

/** The isolation level that a role or function requires, which must be set at the start of the transaction. */
export const isolationOf = ({ default_transaction_isolation: asked }: Record<string, string>): Isolation | undefined =>
  isolations.find((isolation) => isolation === asked)

const parseCookies = (header: string): Record<string, string> =>
  Object.fromEntries(
    header.split(';').flatMap((cookie) => {
      const equals = cookie.indexOf('=')
      return equals === -1 ? [] : [[cookie.slice(0, equals).trim(), cookie.slice(equals + 1).trim()]]
    }),
  )
