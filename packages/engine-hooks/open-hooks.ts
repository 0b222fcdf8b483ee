import type { Database } from 'engine/feature'
import { ConfigError, type HookName, type HookSection, type HooksSection, hookNames } from 'engine/feature'
import { databaseHook } from './database-hook.ts'
import type { Hook } from './hook.ts'
import { webhook } from './webhook.ts'

/** The enabled hooks, by their names in config.toml. Throws `ConfigError` for one that cannot be used. */
export function openHooks(settings: HooksSection, database: Database) {
  const hooks: Partial<Record<HookName, Hook>> = {}
  for (const name of hookNames) {
    const hook = openHook(name, settings[name], database)
    if (hook) hooks[name] = hook
  }
  return hooks
}

/** Opens the hook under `auth.hook.<name>` of config.toml, a webhook or a database function; undefined if it is off. */
function openHook(name: string, settings: HookSection, database: Database): Hook | undefined {
  if (!settings.enabled) return undefined
  const url = URL.parse(settings.uri ?? '')
  if (url?.protocol === 'pg-functions:') {
    const [schema, routine, ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
    if (schema && routine && rest.length === 0) return databaseHook(database, schema, routine)
  } else if (url?.protocol === 'https:' || url?.protocol === 'http:') {
    return webhook(url, keysOf(name, settings.secrets ?? ''))
  }
  throw new ConfigError(
    `config.toml: auth.hook.${name}.uri should be an address such as https://example.com/hook or pg-functions://postgres/public/hook.`,
  )
}

function keysOf(name: string, secrets: string): string[] {
  const keys = secrets.split('|').map((secret) => /^v1,whsec_([A-Za-z0-9+/=]{32,88})$/.exec(secret)?.[1])
  if (keys.every((key) => key !== undefined)) return keys
  throw new ConfigError(`config.toml: auth.hook.${name}.secrets should be v1,whsec_ and a key in base64.`)
}
