import type { FastifyInstance } from 'fastify'
import { openToAllOrigins } from '../../gateway/cors.ts'
import { basicsOf } from '../endpoints/discovery.ts'
import { authSettings } from '../settings.ts'
import { authMethods, grantTypes } from './client.ts'
import { supportedScopes } from './scopes.ts'
import type { OAuthServerSection } from './section.ts'

/** The description of the server where RFC 8414 looks for it: before the path of the issuer. */
export async function discoveryAtTheRoot(app: FastifyInstance, { settings }: { settings: OAuthServerSection }) {
  await app.register(openToAllOrigins)
  const { issuer } = authSettings(app.config, app.project.config.auth)
  const describe = async () => description(app, issuer, settings)
  app.get('/.well-known/oauth-authorization-server/auth/v1', describe)
}

/** Where everything is, for applications that know nothing but the issuer. */
export function description({ tokens }: Pick<FastifyInstance, 'tokens'>, issuer: string, settings: OAuthServerSection) {
  return {
    ...basicsOf(issuer),
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(settings.allow_dynamic_registration && { registration_endpoint: `${issuer}/oauth/clients/register` }),
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
