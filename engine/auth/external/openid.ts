import * as openid from 'openid-client'
import type { Arrival } from './provider.ts'

/** A provider that takes longer than this is down, as far as the waiting person is concerned. */
const TIMEOUT_S = 10

/** An address with http is a choice of the project's: providers on the same machine or network have no certificate. */
export function configure(client: openid.Configuration, address: string): openid.Configuration {
  client.timeout = TIMEOUT_S
  if (isPlain(address)) openid.allowInsecureRequests(client)
  return client
}

/** Asks a provider that speaks OpenID Connect for its addresses and abilities. */
export async function discover(
  { issuer, url = issuer }: { issuer: string; url?: string },
  clientId: string,
  secret: string,
): Promise<openid.Configuration> {
  const client = await openid.discovery(new URL(url), clientId, undefined, asAskedFor(secret), {
    timeout: TIMEOUT_S,
    ...(isPlain(url) && { execute: [openid.allowInsecureRequests] }),
  })
  if (url !== issuer && client.serverMetadata().issuer !== issuer) {
    throw new Error(`The document at ${url} is of ${client.serverMetadata().issuer}.`)
  }
  // The connection says who answered; the signature says it again.
  openid.enableNonRepudiationChecks(client)
  return client
}

/** Shows the secret in the body of the request, unless the provider wants it in the header alone. */
const asAskedFor =
  (secret: string): openid.ClientAuth =>
  (server, ...request) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? true
    return (inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret))(server, ...request)
  }

/** The half of the PKCE secret that the provider gets first. */
export const pkceChallenge = async (secret: string) => ({
  code_challenge: await openid.calculatePKCECodeChallenge(secret),
  code_challenge_method: 'S256',
})

/** The tokens for the code that the browser brought. */
export function exchangeCode(
  client: openid.Configuration,
  redirectUri: string,
  { state, parameters }: Arrival,
  checks: openid.AuthorizationCodeGrantChecks,
) {
  const arrivedAt = new URL(redirectUri)
  arrivedAt.search = parameters.toString()
  return openid.authorizationCodeGrant(client, arrivedAt, { ...checks, expectedState: state })
}

const isPlain = (address: string) => address.startsWith('http://')
