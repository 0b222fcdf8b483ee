import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { refreshSession } from '../endpoints/token-by-refresh-token.ts'
import { AuthError } from '../errors.ts'
import type { AddressLimiter } from '../limits/calls-per-address.ts'
import { readerOf } from '../outside-transactions.ts'
import { isBanned, type User } from '../people/user.ts'
import { findUser, lockUser } from '../people/users.ts'
import { type SessionJson, sessionJson } from '../sessions/session-json.ts'
import { endSession, openSession, type Session } from '../sessions/sessions.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { type Authorization, isAnswerTo, lockCode, ownerOfCode, spend } from './authorization.ts'
import { type Client, grantTypesOf } from './client.ts'
import { authenticated } from './client-authentication.ts'
import { oauthErrors } from './errors.ts'
import { idTokenClaims, inSeconds } from './person-claims.ts'
import { hasScope } from './scopes.ts'
import { required, tokenForm } from './token-form.ts'

const ID_TOKEN_LIFETIME_S = 3600

/** POST /oauth/token: an application fetches tokens by a code, or newer ones by a refresh token. */
export async function tokenForApplications(app: FastifyInstance, { limit }: { limit: AddressLimiter }) {
  app.post('/oauth/token', { onRequest: limit }, async (request) => {
    const form = tokenForm(request)
    const grantType = form.get('grant_type') ?? ''
    if (grantType === '') throw oauthErrors.unreadableRequest('grant_type is required')
    const client = await authenticated(readerOf(app.database), request, form)
    if (!grantTypesOf(client).includes(grantType)) {
      throw oauthErrors.grantTypeUnknown(`Client is not allowed to use grant type: ${grantType}`)
    }
    return grantType === 'refresh_token' ? byRefreshToken(request, client, form) : byCode(request, client, form)
  })

  async function byRefreshToken(request: FastifyRequest, client: Client, form: URLSearchParams) {
    const token = required(form, 'refresh_token', 'refresh_token')
    return tokensOf(
      await refreshSession(app, request, { token, requireOwner: (session) => requireOf(client, session) }).catch(
        (error: unknown) => {
          throw inWordsOfOAuth(error)
        },
      ),
    )
  }

  async function byCode(request: FastifyRequest, client: Client, form: URLSearchParams) {
    const code = required(form, 'code', 'authorization_code')
    const visitor = visitorOf(request)
    const redeemed = await app.database.transaction({}, (tx) => redeem(tx, { code, client, form, visitor }))
    // What a second use of the code ends is committed, so the refusal comes after the transaction.
    if (!redeemed) throw oauthErrors.grantInvalid('Invalid authorization code')
    const session = await sessionJson(app, redeemed.signedIn)
    const idToken = await idTokenFor(redeemed.person, redeemed.authorization)
    return { ...tokensOf(session), ...(idToken && { id_token: idToken }) }
  }

  /** Who the person is, for the application alone, if it asked by OpenID Connect. */
  async function idTokenFor(person: User, { client_id: clientId, scope, nonce }: Authorization) {
    if (!hasScope(scope, 'openid')) return undefined
    const issuedAt = Math.floor(Date.now() / 1000)
    return app.tokens.sign({
      iss: app.authSettings.issuer,
      sub: person.id,
      aud: clientId,
      iat: issuedAt,
      exp: issuedAt + ID_TOKEN_LIFETIME_S,
      // Before the session of the application: when the person themselves signed in.
      auth_time: person.last_sign_in_at === null ? issuedAt : inSeconds(person.last_sign_in_at),
      ...(nonce && { nonce }),
      client_id: clientId,
      ...idTokenClaims(person, scope),
    })
  }
}

/** An application refreshes the sessions that it was given, and no others. */
function requireOf({ id }: Client, { oauth_client_id: owner }: Session) {
  if (owner === null) throw oauthErrors.notAnApplicationSession()
  if (owner !== id) throw oauthErrors.sessionOfAnotherApplication()
}

type Redeemed = { code: string; client: Client; form: URLSearchParams; visitor: Visitor }

/** A session of the application's own for its code. A code that comes twice was stolen: what it gave ends then. */
async function redeem(tx: Transaction, { code, client, form, visitor }: Redeemed) {
  // The person first, as whoever voids their codes does.
  const owner = await ownerOfCode(tx, code)
  if (owner) await lockUser(tx, owner)
  const authorization = await lockCode(tx, code)
  if (!authorization) return undefined
  if (authorization.client_id !== client.id) {
    throw oauthErrors.grantInvalid('Authorization code was not issued for this client')
  }
  if (authorization.status !== 'approved') {
    await endSession(tx, authorization.id)
    return undefined
  }
  if (authorization.isOver) throw oauthErrors.grantInvalid('Authorization code has expired')
  requireSame(authorization, form)
  const person = await findUser(tx, authorization.user_id ?? '')
  if (!person) throw oauthErrors.grantInvalid('User not found for authorization code')
  if (isBanned(person)) throw oauthErrors.banned()
  await spend(tx, authorization)
  const signedIn = await openSession(tx, {
    user: person,
    method: 'oauth_provider/authorization_code',
    provider: 'oauth_provider_authorization_code',
    visitor,
    application: { id: client.id, scopes: authorization.scope, authorizationId: authorization.id },
  })
  return { signedIn, person, authorization }
}

/** The application is the one that asked, and asks for the same. */
function requireSame(authorization: Authorization, form: URLSearchParams) {
  const resource = form.get('resource') ?? ''
  if (resource !== '' && resource !== authorization.resource) {
    throw oauthErrors.grantInvalid('Authorization code resource does not match the resource parameter')
  }
  const redirectUri = form.get('redirect_uri') ?? ''
  if (redirectUri !== '' && redirectUri !== authorization.redirect_uri) {
    throw oauthErrors.grantInvalid('Invalid redirect_uri')
  }
  const verifier = form.get('code_verifier') ?? ''
  if (verifier === '') {
    const reason = 'code_verifier is required when PKCE challenge is present'
    throw oauthErrors.grantInvalid(`PKCE verification failed: ${reason}`)
  }
  if (!isAnswerTo(authorization, verifier)) {
    throw oauthErrors.grantInvalid(
      'PKCE verification failed: code challenge does not match previously saved code verifier',
    )
  }
}

const tokensOf = ({ access_token, token_type, expires_in, refresh_token }: SessionJson) => ({
  access_token,
  token_type,
  expires_in,
  refresh_token,
})

/** Only a 400 says something about the token: after any other failure the application may try again. */
function inWordsOfOAuth(error: unknown): unknown {
  if (!(error instanceof AuthError) || error.status !== 400) return error
  return oauthErrors.grantInvalid(error.message)
}
