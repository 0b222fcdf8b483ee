import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { readBody, text } from '../http/read-body.ts'
import { isAllowed, withQuery } from '../http/redirects.ts'
import { requireSecondFactor } from '../sessions/levels.ts'
import type { SignedInPerson } from '../sessions/signed-in-person.ts'
import { type Asked, type Authorization, approve, assignTo, deny, lockAuthorization } from './authorization.ts'
import { clientForPeople } from './client.ts'
import { hasConsented, rememberConsent } from './consent-table.ts'
import { oauthErrors } from './errors.ts'

const body = z.object({ action: text })

type AuthorizationRoute = { Params: { name: string } }

/** /oauth/authorizations/…: the site's page shows the signed-in person who asks for what, and brings their answer. */
export async function consent(app: FastifyInstance) {
  app.addHook('onRequest', async ({ headers, person }: FastifyRequest) => {
    // The page that asks is the site's own: another one may not answer in somebody's name.
    const { origin } = headers
    if (origin !== undefined && !isAllowed(origin, app.authSettings)) throw oauthErrors.foreignOrigin()
    // Applications take this for a sign-in, so that a stolen password would open them all.
    requireSecondFactor(person)
  })

  app.get<AuthorizationRoute>('/oauth/authorizations/:name', { exposeHeadRoute: false }, async (request) => {
    const { person, params } = request
    return app.database.transaction({}, async (tx) => {
      const asked = await pending(tx, params.name)
      const { authorization, client } = asked
      if (authorization.user_id !== null) requireOwner(authorization, person)
      else {
        await assignTo(tx, authorization, person.user.id)
        const isKnown = await hasConsented(tx, person.user.id, client.id, authorization.scope)
        if (isKnown) return { redirect_url: granted(authorization, await approve(tx, authorization)) }
      }
      return details(asked, person)
    })
  })

  app.post<AuthorizationRoute>('/oauth/authorizations/:name/consent', async (request) => {
    const { action } = readBody(request, body)
    if (action !== 'approve' && action !== 'deny') throw oauthErrors.actionUnknown()
    const { person, params } = request
    return app.database.transaction({}, async (tx) => {
      const { authorization, client } = await pending(tx, params.name)
      requireOwner(authorization, person)
      if (action === 'deny') {
        await deny(tx, authorization)
        return { redirect_url: refused(authorization) }
      }
      await rememberConsent(tx, person.user.id, client.id, authorization.scope)
      return { redirect_url: granted(authorization, await approve(tx, authorization)) }
    })
  })
}

async function pending(tx: Transaction, name: string): Promise<Asked> {
  const asked = await lockAuthorization(tx, name)
  if (!asked) throw oauthErrors.authorizationUnknown()
  if (asked.authorization.status !== 'pending') throw oauthErrors.authorizationAnswered()
  return asked
}

/** Whoever saw the question first answers it. To everybody else it does not exist. */
function requireOwner({ user_id: owner }: Authorization, { user }: SignedInPerson) {
  if (owner !== user.id) throw oauthErrors.authorizationUnknown()
}

const details = ({ authorization, client }: Asked, { user }: SignedInPerson) => ({
  authorization_id: authorization.authorization_id,
  redirect_uri: authorization.redirect_uri,
  client: clientForPeople(client),
  user: { id: user.id, ...(user.email && { email: user.email }) },
  scope: authorization.scope,
})

const granted = (authorization: Authorization, code: string) => backTo(authorization, { code })

const refused = (authorization: Authorization) =>
  backTo(authorization, { error: 'access_denied', error_description: 'User denied the request' })

const backTo = ({ redirect_uri: uri, state }: Authorization, values: Record<string, string>) =>
  withQuery(uri, { ...values, ...(state && { state }) })
