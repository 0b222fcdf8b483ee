import type { Config } from '../kernel/config/environment-variables.ts'
import { openTokens } from '../tokens/open-tokens.ts'
import type { KeysOfProject } from '../tokens/signing-keys.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { withApiKeys } from './with-api-keys.ts'

/** The addresses and keys of an installation, under the names of `supabase status -o env`. */
export async function keysAsVariables(config: Config, project: KeysOfProject): Promise<string> {
  const tokens = await openTokens(config, project)
  await withApiKeys({ config, tokens }, (rows) => tokens.apiKeys.read(rows))
  const { anonKey, serviceRoleKey, apiKeys } = tokens
  return Object.entries({
    API_URL: config.apiUrl,
    DB_URL: databaseAddress(config, tokens),
    ANON_KEY: anonKey,
    SERVICE_ROLE_KEY: serviceRoleKey,
    PUBLISHABLE_KEY: apiKeys.named('publishable').default,
    SECRET_KEY: apiKeys.named('secret').default,
  })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
    .join('\n')
}

/** The password with which tools open the embedded database; it gives as much access as the service key. */
export const databasePasswordOf = (tokens: Pick<Tokens, 'secretFor'>) =>
  Buffer.from(tokens.secretFor('database socket')).toString('base64url')

function databaseAddress({ databaseUrl, databasePort }: Config, tokens: Tokens): string | undefined {
  if (databaseUrl !== undefined || databasePort === undefined) return databaseUrl
  return `postgresql://postgres:${databasePasswordOf(tokens)}@127.0.0.1:${databasePort}/postgres`
}
