import type { FastifyInstance } from 'fastify'
import { queryOf } from '../http/read-body.ts'
import { withQuery } from '../http/redirects.ts'
import type { AddressLimiter } from '../limits/calls-per-address.ts'
import { readerOf, writerOf } from '../outside-transactions.ts'
import { isUuid } from '../people/addresses.ts'
import { ask, type Question } from './authorization.ts'
import { type Client, findClient, redirectUrisOf } from './client.ts'
import { oauthErrors } from './errors.ts'
import { askedScopes, unsupportedScope } from './scopes.ts'

/** What a request may hold, and how long the database takes it. */
const longest = {
  client_id: 36,
  redirect_uri: 2048,
  response_type: 32,
  scope: 2048,
  state: 4096,
  resource: 2048,
  code_challenge: 128,
  code_challenge_method: 16,
  nonce: 255,
} as const

type Options = { consentUrl: string; limit: AddressLimiter }

type Asked = Record<keyof typeof longest, string>

/**
 * GET /oauth/authorize: an application sends a person here, and this service sends them on to the site's page that asks
 * them. Nobody is sent to an address that the application has not registered, letter by letter.
 */
export async function authorizeApplication(app: FastifyInstance, { consentUrl, limit }: Options) {
  const options = { onRequest: limit, exposeHeadRoute: false }

  app.get('/oauth/authorize', options, async (request, reply) => {
    const query = queryOf(request)
    const asked = parametersOf(query)
    const client = await clientOf(asked)
    if (!redirectUrisOf(client).includes(asked.redirect_uri)) throw oauthErrors.redirectUnknown()

    const fault = faultOf(query, asked)
    if (fault) {
      const error = { error: 'invalid_request', error_description: fault }
      return reply.redirect(
        withQuery(asked.redirect_uri, { ...error, ...(asked.state && { state: asked.state }) }),
        302,
      )
    }
    const name = await ask(writerOf(app.database), client, questionOf(asked))
    return reply.redirect(withQuery(consentUrl, { authorization_id: name }), 302)
  })

  async function clientOf({ client_id: id, redirect_uri: redirectUri }: Asked): Promise<Client> {
    if (id === '') throw oauthErrors.parameterMissing('client_id')
    if (redirectUri === '') throw oauthErrors.parameterMissing('redirect_uri')
    if (!isUuid(id)) throw oauthErrors.askedByUnknownClient('invalid client_id format')
    const client = await findClient(readerOf(app.database), id)
    if (!client) throw oauthErrors.askedByUnknownClient('invalid client_id')
    return client
  }
}

function parametersOf(query: URLSearchParams): Asked {
  // Which of two would count is anybody's guess, so neither does.
  for (const name of ['client_id', 'redirect_uri'] as const) {
    if (query.getAll(name).length > 1) throw oauthErrors.parameterTwice(name)
  }
  const value = (name: keyof Asked) => query.get(name) ?? ''
  return {
    client_id: value('client_id'),
    redirect_uri: value('redirect_uri'),
    response_type: value('response_type'),
    scope: value('scope'),
    state: value('state'),
    resource: value('resource'),
    code_challenge: value('code_challenge'),
    code_challenge_method: value('code_challenge_method'),
    nonce: value('nonce'),
  }
}

/** What is wrong with a request, in words for the application's developer. */
function faultOf(query: URLSearchParams, asked: Asked): string | undefined {
  for (const [name, length] of Object.entries(longest)) {
    const values = query.getAll(name)
    if (values.length > 1) return `${name} must not be repeated`
    if (values.some((value) => value.length > length)) return `${name} is too long`
  }
  if (asked.response_type !== '' && asked.response_type !== 'code') return 'only response_type=code is supported'
  const scopes = askedScopes(asked.scope)
  if (scopes.length === 0) return 'scope parameter cannot be empty'
  const unsupported = unsupportedScope(scopes)
  if (unsupported !== undefined) return `unsupported scope: ${unsupported}`
  return resourceFault(asked.resource) ?? challengeFault(asked)
}

/** RFC 8707: which service the application wants the token for. */
function resourceFault(resource: string): string | undefined {
  if (resource === '') return undefined
  if (!URL.canParse(resource)) return 'resource must be an absolute URI'
  const { hash, search } = new URL(resource)
  if (hash !== '') return 'resource must not include a fragment component'
  return search === '' ? undefined : 'resource must not include a query component'
}

/** A plain challenge would show the secret to whoever reads the address, so it counts as none. */
function challengeFault({ code_challenge: challenge, code_challenge_method: method }: Asked): string | undefined {
  if (challenge === '' || method === '') return 'PKCE flow requires both code_challenge and code_challenge_method'
  if (method.toLowerCase() !== 's256') return "code_challenge_method must be 'S256'"
  return /^[\w-]{43}$/.test(challenge)
    ? undefined
    : 'code_challenge must be a SHA-256 hash in base64url, of 43 characters'
}

const questionOf = (asked: Asked): Question => ({
  redirectUri: asked.redirect_uri,
  scope: askedScopes(asked.scope).join(' '),
  state: asked.state,
  resource: asked.resource,
  challenge: asked.code_challenge,
  nonce: asked.nonce,
})
