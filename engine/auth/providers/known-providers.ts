import type { FastifyInstance } from 'fastify'
import { externalErrors } from '../external/errors.ts'
import type { Provider, ProviderSettings } from '../external/provider.ts'
import { providerSettings } from './provider-settings.ts'
import type { ExternalSection } from './section.ts'

/** The providers of the project's config.toml, and those that features add. */
export class KnownProviders {
  readonly #app: FastifyInstance
  readonly #section: ExternalSection
  readonly #usable = new Map<string, ProviderSettings>()
  readonly #made = new Map<string, Promise<Provider>>()

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

  /** The provider of config.toml with this issuer. */
  byIssuer(issuer: string): string | undefined {
    return this.names.find((name) => name !== 'github' && this.#usable.get(name)?.url === issuer)
  }

  /** The provider of this name. Throws `validation_failed` naming the missing setting where it cannot be used. */
  async find(name: string): Promise<Provider> {
    return this.#made.get(name) ?? this.#make(name)
  }

  /** Loaded with the first provider: most projects have none. */
  #make(name: string): Promise<Provider> {
    const settings = this.#settingsOf(name)
    const provider = import('./make-provider.ts').then(({ makeProvider }) => makeProvider(settings))
    this.#made.set(name, provider)
    return provider
  }

  #settingsOf(name: string): ProviderSettings {
    const section = Object.hasOwn(this.#section, name) ? this.#section[name] : undefined
    const settings = providerSettings(name, section, this.#app.authSettings.issuer)
    if (name !== 'github' && settings.url === undefined) {
      throw externalErrors.unsupported(`unable to find URL for the ${name} provider`)
    }
    return settings
  }
}
