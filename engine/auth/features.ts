import { captcha } from './captcha/index.ts'
import { customProviders } from './custom-providers/index.ts'
import type { AuthFeature } from './feature.ts'
import { hooks } from './hooks/index.ts'
import { oauthServer } from './oauth-server/index.ts'
import { passkeys } from './passkeys/index.ts'
import { providers } from './providers/index.ts'
import { singleSignOn } from './sso/index.ts'
import { wallets } from './web3/index.ts'

/** What this service has beside its core; a line less and a folder less, and it does without. */
export const authFeatures: readonly AuthFeature[] = [
  captcha,
  customProviders,
  hooks,
  oauthServer,
  passkeys,
  providers,
  singleSignOn,
  wallets,
]
