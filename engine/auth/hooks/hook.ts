import { ConfigError } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { HookSettings } from '../project-settings.ts'
import { databaseHook } from './database-hook.ts'
import { webhook } from './webhook.ts'

/** Somebody else's code that is asked something; answers with what it said. Throws where it did not answer. */
export type Hook = (payload: Record<string, unknown>) => Promise<unknown>

const names = [
  'send_sms',
  'send_email',
  'custom_access_token',
  'before_user_created',
  'password_verification_attempt',
  'mfa_verification_attempt',
] as const

/** Those of the project, by the names of config.toml. */
export type AuthHooks = Partial<Record<(typeof names)[number], Hook>>

/** Throws `ConfigError` for one that cannot be used. */
export function openHooks(settings: Record<(typeof names)[number], HookSettings>, database: Database): AuthHooks {
  const hooks: AuthHooks = {}
  for (const name of names) {
    const hook = openHook(name, settings[name], database)
    if (hook) hooks[name] = hook
  }
  return hooks
}

/**
 * The hook that config.toml has under `auth.hook.<name>`, a webhook or a function of the database; undefined where it is
 * switched off.
 */
function openHook(name: string, settings: HookSettings, database: Database): Hook | undefined {
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
