import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { readerOf } from '../single-statements.ts'
import { CUSTOM_PREFIX, findCustomProvider } from './custom/custom-provider.ts'
import { makeCustom } from './custom/make-custom.ts'
import { providerErrors } from './errors.ts'
import { github } from './github.ts'
import { oidc } from './oidc.ts'
import type { Provider } from './provider.ts'
import { type ProviderSettings, providerSettings } from './provider-settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The provider of this name. Throws `validation_failed` with what is missing for it to be used. */
    findProvider(name: string): Promise<Provider>
    /** Those of config.toml that people can sign in with. */
    configuredProviders: ReadonlyMap<string, Provider>
  }
}

/** So many of the administrators' providers keep what they learnt about the other side. */
const REMEMBERED_PROVIDERS = 100

/** The providers of the project's config.toml, and those that administrators have added. */
export const providers = fp(
  async function providers(app) {
    const configured = configuredProviders(app)
    const custom = new LRUCache<string, Provider>({ max: REMEMBERED_PROVIDERS })

    app.decorate('configuredProviders', configured)
    app.decorate('findProvider', async (name) => {
      if (name.startsWith(CUSTOM_PREFIX)) return customProvider(name)
      // Made anew only to say what is missing.
      return configured.get(name) ?? configuredProvider(app, name)
    })

    async function customProvider(name: string): Promise<Provider> {
      const row = await findCustomProvider(readerOf(app.database), name)
      if (!row) throw providerErrors.unsupported(`Provider ${name} could not be found`)
      if (!row.enabled) throw providerErrors.unsupported('provider is not enabled')
      const version = `${row.id} ${row.updated_at}`
      const provider = custom.get(version) ?? makeCustom(app.tokens, app.authSettings, row)
      custom.set(version, provider)
      return provider
    }
  },
  { name: 'providers', dependencies: ['auth-basics'] },
)

function configuredProviders(app: FastifyInstance): ReadonlyMap<string, Provider> {
  const usable = new Map<string, Provider>()
  for (const [name, { enabled }] of Object.entries(app.project.config.auth.external)) {
    if (!enabled) continue
    try {
      usable.set(name, configuredProvider(app, name))
    } catch (error) {
      app.log.warn(`auth.external.${name} cannot be used: ${error instanceof Error ? error.message : error}.`)
    }
  }
  return usable
}

function configuredProvider(app: FastifyInstance, name: string): Provider {
  const { external } = app.project.config.auth
  const config = Object.hasOwn(external, name) ? external[name] : undefined
  return makeProvider(providerSettings(name, config, app.authSettings.issuer))
}

function makeProvider(settings: ProviderSettings): Provider {
  if (settings.name === 'github') return github(settings)
  const { url } = settings
  if (url === undefined) throw providerErrors.unsupported(`unable to find URL for the ${settings.name} provider`)
  return oidc({ ...settings, url })
}
