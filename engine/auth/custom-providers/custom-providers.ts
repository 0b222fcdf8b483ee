import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { externalErrors } from '../external/errors.ts'
import type { Provider } from '../external/provider.ts'
import type { Parts } from '../feature.ts'
import { readerOf } from '../outside-transactions.ts'
import { CUSTOM_PREFIX, findCustomProvider } from './custom-provider.ts'
import { customProvidersByAdmin } from './custom-providers-by-admin.ts'
import { makeCustom } from './make-custom.ts'

/** So many of them keep what they learnt about the other side. */
const REMEMBERED_PROVIDERS = 100

/** Providers that administrators have added, beside those of config.toml and without a restart. */
export function addedProviders({ database, tokens, authSettings }: FastifyInstance): Parts {
  const made = new LRUCache<string, Provider>({ max: REMEMBERED_PROVIDERS })
  return {
    administration: customProvidersByAdmin,
    async findProvider(name) {
      if (!name.startsWith(CUSTOM_PREFIX)) return undefined
      const row = await findCustomProvider(readerOf(database), name)
      if (!row) throw externalErrors.unsupported(`Provider ${name} could not be found`)
      if (!row.enabled) throw externalErrors.unsupported('provider is not enabled')
      const version = `${row.id} ${row.updated_at}`
      const provider = made.get(version) ?? makeCustom(tokens, authSettings, row)
      made.set(version, provider)
      return provider
    },
  }
}
