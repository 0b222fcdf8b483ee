import type { FastifyInstance } from 'fastify'
import { openToAllOrigins } from '../../gateway/cors.ts'
import { authSettings } from '../settings.ts'
import { authMethods, grantTypes } from './client.ts'
import { supportedScopes } from './scopes.ts'

/**
 * /.well-known/openid-configuration: where everything is, for applications that know nothing but the issuer. Without the
 * OAuth server it tells where the keys are, which is what those want who only check tokens.
 */
export async function discovery(app: FastifyInstance) {
  const describe = async () => description(app)
  app.get('/.well-known/openid-configuration', describe)
  if (app.authSettings.oauthServer) app.get('/.well-known/oauth-authorization-server', describe)
}

/** The same document where RFC 8414 looks for it: before the path of the issuer. */
export async function discoveryAtTheRoot(app: FastifyInstance) {
  const settings = authSettings(app.config, app.project)
  if (!settings.oauthServer) return
  await app.register(openToAllOrigins)
  const describe = async () => description({ authSettings: settings, tokens: app.tokens })
  app.get('/.well-known/oauth-authorization-server/auth/v1', describe)
}

function description({
  authSettings: { issuer, oauthServer },
  tokens,
}: Pick<FastifyInstance, 'authSettings' | 'tokens'>) {
  const basics = { issuer, jwks_uri: `${issuer}/.well-known/jwks.json` }
  if (!oauthServer) return basics
  return {
    ...basics,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(oauthServer.isOpenToAll && { registration_endpoint: `${issuer}/oauth/clients/register` }),
    scopes_supported: supportedScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(tokens.jwks().keys.map(({ alg }) => alg))],
    token_endpoint_auth_methods_supported: authMethods,
    claims_supported: [
      ...['sub', 'aud', 'iss', 'exp', 'iat', 'auth_time', 'nonce', 'client_id'],
      ...['email', 'email_verified', 'phone_number', 'phone_number_verified'],
      ...['name', 'picture', 'preferred_username', 'updated_at'],
    ],
    code_challenge_methods_supported: ['S256'],
  }
}
