import { authErrors } from '../errors.ts'
import { refusing } from '../feature.ts'
import type { Grant } from '../sessions/grant.ts'

/** Endpoints of the hosted service that are not built here (docs/compatibility.md#not-built): they answer so. */
export const unsupportedEndpoints = refusing(authErrors.noOAuthServer, ['/oauth/*', '/user/oauth/*'])

export const unsupportedAdminEndpoints = refusing(authErrors.noOAuthServer, ['/oauth/*'])

export const noCustomProviders = refusing(authErrors.noCustomProviders, ['/custom-providers', '/custom-providers/*'])

/** grant_type=web3: signing in with a wallet. */
export const web3Grant: Grant = {
  async open() {
    throw authErrors.web3Disabled()
  },
}
