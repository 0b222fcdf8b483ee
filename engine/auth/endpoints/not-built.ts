import { authErrors } from '../errors.ts'
import { refusing } from '../feature.ts'
import type { Grant } from '../sessions/grant.ts'

/** What the hosted service has and this one has not (docs/compatibility.md#not-built): the client's methods are told so. */
export const notBuilt = refusing(authErrors.noOAuthServer, ['/oauth/*', '/user/oauth/*'])

export const notBuiltForAdministrators = refusing(authErrors.noOAuthServer, ['/oauth/*'])

export const noCustomProviders = refusing(authErrors.noCustomProviders, ['/custom-providers', '/custom-providers/*'])

/** grant_type=web3: a wallet. */
export const web3Grant: Grant = {
  async open() {
    throw authErrors.web3Disabled()
  },
}
