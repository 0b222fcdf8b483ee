import type { Config } from '../kernel/config/environment-variables.ts'
import { openTokens } from '../tokens/open-tokens.ts'
import type { KeysOfProject } from '../tokens/signing-keys.ts'
import { withApiKeys } from './with-api-keys.ts'

/** The addresses and keys of an installation, under the names of `supabase status -o env`. */
export async function keysAsVariables(config: Config, project: KeysOfProject): Promise<string> {
  const tokens = await openTokens(config, project)
  await withApiKeys({ config, tokens }, (rows) => tokens.apiKeys.read(rows))
  const { anonKey, serviceRoleKey, apiKeys } = tokens
  return Object.entries({
    API_URL: config.apiUrl,
    ANON_KEY: anonKey,
    SERVICE_ROLE_KEY: serviceRoleKey,
    PUBLISHABLE_KEY: apiKeys.named('publishable').default,
    SECRET_KEY: apiKeys.named('secret').default,
  })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
    .join('\n')
}
