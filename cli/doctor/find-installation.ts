import { existsSync, statSync } from 'node:fs'
import { type Config, keysFileOf, loadProject, openTokens, ownUrlOf, parseConfig } from 'engine/config'
import { installation } from '../../server/engine-options.ts'
import type { Installation } from '../../supabase/isolation/test-accounts.ts'
import { UsageError } from '../command-line/usage-error.ts'

type ServerOptions = { url?: string | undefined; 'service-key'?: string | undefined; 'anon-key'?: string | undefined }

/** The server to work on: the given one, or that of the settings in the environment. */
export async function findInstallation(asked: ServerOptions): Promise<Installation> {
  if (asked.url === undefined) {
    const { url, keys } = await localInstallation(process.env)
    return { url, ...keys }
  }
  const url = asked.url.replace(/\/$/, '')
  if (!URL.canParse(url)) throw new UsageError('--url should be an address, as https://example.com.')
  const serviceRoleKey = asked['service-key'] ?? process.env.SUPABASE_SERVICE_ROLE_KEY
  if (!serviceRoleKey) throw new UsageError('Another server needs its service key: --service-key.')
  return { url, serviceRoleKey, anonKey: asked['anon-key'] ?? (await publicKeyOf(url)) }
}

/** The installation of the settings. Throws if there is none, and creates nothing. */
export async function localInstallation(env: NodeJS.ProcessEnv) {
  const config = settingsForWriting(env)
  if (!existsSync(keysFileOf(config))) {
    throw new Error(`There is no installation in ${config.dataDir} yet: is DATA_DIR the server's?`)
  }
  const project = await loadProject(config.projectDir, env)
  const tokens = await openTokens(config, project)
  const { anonKey, serviceRoleKey } = tokens
  return { config, project, tokens, keys: { anonKey, serviceRoleKey }, url: ownUrlOf(config) }
}

/**
 * The settings in the environment, for a command that writes into their places, also where there is no installation
 * yet. Throws for root where the data belongs to another user.
 */
export function settingsForWriting(env: NodeJS.ProcessEnv): Config {
  const config = parseConfig(env, installation)
  const { uid = 0 } =
    statSync(keysFileOf(config), { throwIfNoEntry: false }) ?? statSync(config.dataDir, { throwIfNoEntry: false }) ?? {}
  if (uid !== 0 && process.getuid?.() === 0) {
    throw new Error(
      `Run this as the user of the server (number ${uid}): what root writes there, the server cannot open.`,
    )
  }
  return config
}

async function publicKeyOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/config.json`, patiently()).catch(() => undefined)
  const { supabaseAnonKey } = Object(answer?.ok ? await answer.json() : undefined)
  if (typeof supabaseAnonKey === 'string') return supabaseAnonKey
  throw new UsageError(`${url} does not say its public key: --anon-key.`)
}

/** Throws with advice if nothing answers at the address. */
export async function requireAnswer({ url }: Installation) {
  await fetch(`${url}/health`, patiently()).catch((error: unknown) => {
    throw new Error(`Nothing answers at ${url}: start the server, or name another by --url.`, { cause: error })
  })
}

const patiently = () => ({ signal: AbortSignal.timeout(10_000) })
