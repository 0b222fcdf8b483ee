import { oidc } from '../external/oidc.ts'
import type { Provider, ProviderSettings } from '../external/provider.ts'
import { github } from './github.ts'

export const makeProvider = (settings: ProviderSettings): Provider =>
  settings.name === 'github' ? github(settings) : oidc({ ...settings, url: settings.url ?? '' })
