import type { Installation } from '../../supabase/isolation/test-accounts.ts'
import { localInstallation } from '../command-line/local-installation.ts'
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
