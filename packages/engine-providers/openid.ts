import * as openid from 'openid-client'
import type { AuthorizationResponse } from './provider.ts'

/** The timeout of requests to a provider. */
const TIMEOUT_S = 10

/**
 * Allows plain http for a provider where the project has configured it: providers on the same machine or network may
 * have no certificate.
 */
export function configure(client: openid.Configuration, address: string): openid.Configuration {
  client.timeout = TIMEOUT_S
  if (isPlain(address)) openid.allowInsecureRequests(client)
  return client
}

/** Reads the discovery document of a provider. */
export async function discover(issuer: string, clientId: string, secret: string): Promise<openid.Configuration> {
  const client = await openid.discovery(new URL(issuer), clientId, undefined, clientAuthentication(secret), {
    timeout: TIMEOUT_S,
    ...(isPlain(issuer) && { execute: [openid.allowInsecureRequests] }),
  })
  // TLS authenticates the provider; the signature of its ID token is checked as well.
  openid.enableNonRepudiationChecks(client)
  return client
}

/** Sends the client secret in the body, unless the provider accepts it only in the header. */
const clientAuthentication =
  (secret: string): openid.ClientAuth =>
  (server, ...request) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? true
    return (inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret))(server, ...request)
  }

/** The PKCE challenge, which is sent to the provider before the secret. */
export const pkceChallenge = async (secret: string) => ({
  code_challenge: await openid.calculatePKCECodeChallenge(secret),
  code_challenge_method: 'S256',
})

/** Exchanges the authorization code from the browser for tokens. */
export function exchangeCode(
  client: openid.Configuration,
  redirectUri: string,
  { state, parameters }: AuthorizationResponse,
  checks: openid.AuthorizationCodeGrantChecks,
) {
  const arrivedAt = new URL(redirectUri)
  arrivedAt.search = parameters.toString()
  return openid.authorizationCodeGrant(client, arrivedAt, { ...checks, expectedState: state })
}

const isPlain = (address: string) => address.startsWith('http://')
