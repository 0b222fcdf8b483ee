import type { ExternalSection } from 'engine/feature'
import { externalErrors } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { github } from './github.ts'
import { oidc } from './oidc.ts'
import type { Provider, ProviderSettings } from './provider.ts'
import { providerSettings } from './provider-settings.ts'

/** The sign-in providers of the project's config.toml. */
export class KnownProviders {
  readonly #app: FastifyInstance
  readonly #section: ExternalSection
  readonly #usable = new Map<string, ProviderSettings>()
  readonly #made = new Map<string, Provider>()

  constructor(app: FastifyInstance, section: ExternalSection) {
    this.#app = app
    this.#section = section
    for (const [name, { enabled }] of Object.entries(section)) {
      if (!enabled) continue
      try {
        this.#usable.set(name, this.#settingsOf(name))
      } catch (error) {
        app.log.warn(`auth.external.${name} cannot be used: ${error instanceof Error ? error.message : error}.`)
      }
    }
  }

  /** The providers of config.toml that users can sign in with. */
  get names(): string[] {
    return [...this.#usable.keys()]
  }

  /** The name of the provider with this issuer; undefined if config.toml has none. */
  byIssuer(issuer: string): string | undefined {
    return this.names.find((name) => name !== 'github' && this.#usable.get(name)?.url === issuer)
  }

  /** Finds a provider by name. Throws `validation_failed` with the name of the missing setting if it cannot be used. */
  find(name: string): Provider {
    const made = this.#made.get(name) ?? makeProvider(this.#settingsOf(name))
    this.#made.set(name, made)
    return made
  }

  #settingsOf(name: string): ProviderSettings {
    const settings = providerSettings(name, this.#section, this.#app.authSettings.issuer)
    if (name !== 'github' && settings.url === undefined) {
      throw externalErrors.unsupported(`unable to find URL for the ${name} provider`)
    }
    return settings
  }
}

const makeProvider = (settings: ProviderSettings): Provider =>
  settings.name === 'github' ? github(settings) : oidc({ ...settings, url: settings.url ?? '' })
