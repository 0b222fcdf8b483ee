import { type ProvidersFeature, providerNames } from 'engine/feature'
import { authorize } from './authorize.ts'
import { callback } from './callback.ts'
import { KnownProviders } from './known-providers.ts'
import { linkIdentity } from './link-identity.ts'
import { idTokenGrant } from './token-by-id-token.ts'

/** Signing in with a provider, such as Google. */
export const feature: ProvidersFeature = {
  providers(app, { external }) {
    const known = new KnownProviders(app, external)
    const calls = { max: app.authRates.tokens, timeWindow: 5 * 60_000 }
    /** The rate limit of redirects to a provider; returns are counted separately. */
    const limit = () => app.limitCalls('authorize', calls)
    return {
      async visitors(app) {
        app.register(authorize, { known, limit: limit() })
        app.register(callback, { known, limit: limit() })
      },
      async signedIn(app) {
        app.register(linkIdentity, { known, limit: limit() })
      },
      grants: { id_token: idTokenGrant(app, known) },
      offers: Object.fromEntries([
        ...providerNames.map((name) => [name, false]),
        ...known.names.map((name) => [name, true]),
      ]),
    }
  },
}
