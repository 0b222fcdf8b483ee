import { z } from 'zod'
import { loadPackage, type OptionalPackage } from '../../kernel/optional-package.ts'
import { authFeature, type StartAuthFeature } from '../feature.ts'
import { type ExternalSection, externalSection } from './section.ts'
import { withoutProviders } from './without-providers.ts'

/** The `feature` that the package exports. */
export type ProvidersFeature = { providers: StartAuthFeature<{ external: ExternalSection }> }

const from: OptionalPackage = {
  name: 'engine-providers',
  provides: 'sign-in with a provider',
  requiredBy: 'config.toml ([auth.external])',
}

/** Signing in with a provider, such as Google. */
export const providers = authFeature({
  section: z.looseObject({ external: externalSection.default({}) }),
  isOn: ({ external }) => Object.values(external).some(({ enabled }) => enabled),
  from,
  load: async () => (await loadPackage<ProvidersFeature>(from)).providers,
  off: ({ external }) => withoutProviders(external),
  always: { openPaths: ['/authorize', '/callback'] },
})
