import { z } from 'zod'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import type { ApiSection } from './api-section.ts'
import { quote } from './sql/quoting.ts'

/** The default of `max_rows`. */
export const DEFAULT_MAX_ROWS = 1000

/**
 * The configuration of the REST service, with the defaults of the CLI and of PostgREST
 * (docs/wire/rest.md#gateway-and-defaults).
 */
export type RestConfig = {
  /** The exposed schemas; a request that names none uses the first. */
  schemas: readonly string[]
  /** The `search_path` of a request for each exposed schema. */
  searchPaths: ReadonlyMap<string, string>
  /** The most rows at any level of a response. */
  maxRows: number
  /** Whether aggregates such as `sum()` may be selected. */
  aggregates: boolean
  /** Whether a caller may ask for the execution plan of a request. */
  plan: boolean
  transactionEnd: { rollback: boolean; mayBeOverridden: boolean }
  /** A function, as SQL, that runs before every request. */
  preRequest: string | undefined
  /** Settings of a function that must be in force before its call is planned or timed. */
  hoisted: readonly string[]
  /** Whether a caller may choose the time zone by `Prefer: timezone`. */
  timezone: boolean
  /** A function that answers at the root instead of the OpenAPI description. */
  rootFunction: string | undefined
  /** Settings that SQL reads as `app.settings.…`. */
  appSettings: Readonly<Record<string, string>>
  openApi: OpenApiConfig
}

export type OpenApiConfig = {
  mode: 'follow-privileges' | 'ignore-privileges' | 'disabled'
  /** The public address of the API, where it differs from the one that was requested. */
  address: string | undefined
}

const flag = z.stringbool({
  truthy: ['true', 'yes', 'on', '1'],
  falsy: ['false', 'no', 'off', '0'],
  error: 'true or false',
})
const names = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .transform((list) => list.filter((name) => name !== ''))
const transactionEnds = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const openApiModes = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words, words.join(', '))

/** PostgREST's own settings that apply here, by their names in the database. */
const pgrstSettings = z.object({
  db_schemas: names.pipe(z.array(z.string()).min(1, 'at least one schema')).optional(),
  db_extra_search_path: names.optional(),
  db_max_rows: z
    .string()
    .regex(/^\d{1,9}$/, 'a number of rows')
    .transform(Number)
    .optional(),
  db_aggregates_enabled: flag.default(false),
  db_plan_enabled: flag.default(false),
  db_tx_end: oneOf(transactionEnds).default('commit'),
  db_pre_request: z.string().optional(),
  db_hoisted_tx_settings: names.default([
    'statement_timeout',
    'plan_filter.statement_cost_limit',
    'default_transaction_isolation',
  ]),
  db_timezone_enabled: flag.default(true),
  db_root_spec: z.string().optional(),
  openapi_mode: oneOf(openApiModes).default('follow-privileges'),
  openapi_server_proxy_uri: z.url({ protocol: /^https?$/, error: 'an address such as https://example.com' }).optional(),
})

/** Setting values by the names of `pgrstSettings`, and `app.settings.…`. */
export type PgrstSettings = Readonly<Record<string, string>>

/** The sources of settings; a later one overrides an earlier one, as with PostgREST. */
export type ConfigSources = {
  /** The section `[api]` of config.toml. */
  api: ApiSection
  /** Environment variables `PGRST_…`. */
  environment?: PgrstSettings
  /** Settings made by `alter role authenticator set pgrst.… = …`. */
  database?: PgrstSettings
}

/** Builds the configuration. Throws `ConfigError` for the first invalid setting. */
export function restConfig({ api, environment = {}, database = {} }: ConfigSources): RestConfig {
  const parsed = pgrstSettings.safeParse({ ...environment, ...database })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    throw new ConfigError(`${name in database ? `pgrst.${name}` : variableOf(name)} should be ${issue?.message}.`)
  }
  const settings = parsed.data
  const schemas = settings.db_schemas ?? (api.schemas?.length ? api.schemas : ['public', 'graphql_public'])
  const extra = settings.db_extra_search_path ?? api.extra_search_path ?? ['public', 'extensions']
  const searchPath = (schema: string) => [...new Set([schema, ...extra])].map(quote).join(', ')
  return {
    schemas,
    searchPaths: new Map(schemas.map((schema) => [schema, searchPath(schema)])),
    maxRows: settings.db_max_rows ?? api.max_rows ?? DEFAULT_MAX_ROWS,
    aggregates: settings.db_aggregates_enabled,
    plan: settings.db_plan_enabled,
    transactionEnd: {
      rollback: settings.db_tx_end.startsWith('rollback'),
      mayBeOverridden: settings.db_tx_end.endsWith('-allow-override'),
    },
    preRequest: settings.db_pre_request && qualifiedText(settings.db_pre_request),
    hoisted: settings.db_hoisted_tx_settings,
    timezone: settings.db_timezone_enabled,
    rootFunction: settings.db_root_spec,
    appSettings: Object.fromEntries(Object.entries({ ...environment, ...database }).filter(([name]) => isApp(name))),
    openApi: {
      mode: settings.openapi_mode,
      address: settings.openapi_server_proxy_uri,
    },
  }
}

const variableOf = (name: string) => `PGRST_${name.toUpperCase()}`
const isApp = (name: string) => name.startsWith('app.settings.')
export const qualifiedText = (text: string) => text.split('.').map(quote).join('.')

/** Sorts the variables `PGRST_…` into known settings and unknown ones. */
export function pgrstVariables(variables: Readonly<Record<string, string>>) {
  const settings: Record<string, string> = {}
  const unknown: string[] = []
  for (const [variable, value] of Object.entries(variables)) {
    const name = variable.slice('PGRST_'.length).toLowerCase()
    if (name.startsWith('app_settings_')) settings[`app.settings.${name.slice('app_settings_'.length)}`] = value
    else if (name in pgrstSettings.shape) settings[name] = value
    else unknown.push(variable)
  }
  return { settings, unknown }
}
