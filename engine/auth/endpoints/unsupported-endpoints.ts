import { authErrors } from '../errors.ts'
import { errorRoutes } from '../feature.ts'
import type { Grant } from '../sessions/grant.ts'

/**
 * Endpoints of the hosted service that this engine does not have (docs/compatibility.md#not-built): each responds with
 * an error that says so.
 */
export const unsupportedEndpoints = errorRoutes(authErrors.noOAuthServer, ['/oauth/*', '/user/oauth/*'])

export const unsupportedAdminEndpoints = errorRoutes(authErrors.noOAuthServer, ['/oauth/*'])

export const noCustomProviders = errorRoutes(authErrors.noCustomProviders, ['/custom-providers', '/custom-providers/*'])

/** grant_type=web3: signing in with a wallet. */
export const web3Grant: Grant = {
  async open() {
    throw authErrors.web3Disabled()
  },
}
