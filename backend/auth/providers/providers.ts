import fp from 'fastify-plugin'
import { authErrors } from '../errors.ts'
import { github } from './github.ts'
import { oidc } from './oidc.ts'
import type { Provider } from './provider.ts'
import { type ProviderSettings, providerSettings } from './provider-settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The provider of this name. Throws `validation_failed` with what is missing for it to be used. */
    findProvider(name: string): Provider
    /** Those that people can sign in with. */
    usableProviders: readonly string[]
  }
}

/** The providers of the project's config.toml, each made when somebody first asks for it. */
export const providers = fp(
  async function providers(app) {
    const { external } = app.project.config.auth
    const made = new Map<string, Provider>()

    app.decorate('findProvider', (name) => {
      const known = made.get(name)
      if (known) return known
      const config = Object.hasOwn(external, name) ? external[name] : undefined
      const provider = makeProvider(providerSettings(name, config, app.authSettings.issuer))
      made.set(name, provider)
      return provider
    })

    const enabled = Object.keys(external).filter((name) => external[name]?.enabled)
    app.decorate(
      'usableProviders',
      enabled.filter((name) => {
        try {
          return app.findProvider(name)
        } catch (error) {
          app.log.warn(`auth.external.${name} cannot be used: ${error instanceof Error ? error.message : error}.`)
          return false
        }
      }),
    )
  },
  { name: 'providers', dependencies: ['auth-services'] },
)

function makeProvider(settings: ProviderSettings): Provider {
  if (settings.name === 'github') return github(settings)
  const { url } = settings
  if (url === undefined) throw authErrors.unsupportedProvider(`unable to find URL for the ${settings.name} provider`)
  return oidc({ ...settings, url })
}
