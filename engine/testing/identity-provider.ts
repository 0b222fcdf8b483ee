import { createHash, generateKeyPair as generateRsaKeyPair } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type Provider from 'oidc-provider'
import { z } from 'zod'

/** The engine's client secret at the provider. */
const SECRET = 'a secret of two'

/**
 * A person at the provider, named by the `login_hint` of a sign-in or by the form. The provider asks for no password.
 */
const person = z.looseObject({ sub: z.string(), refuses: z.boolean().default(false) })

export const hintFor = (person: Record<string, unknown>) => Buffer.from(JSON.stringify(person)).toString('base64url')

const fromHint = (hint: unknown) => person.parse(JSON.parse(Buffer.from(String(hint), 'base64url').toString()))

const signInPage = `<!doctype html><html lang="en"><title>The provider</title><link rel="icon" href="data:,">
<h1>Who are you?</h1><form method="post"><label>Address <input name="email"></label>
<button>Yes, sign in</button><button name="refuses" value="yes">No, go back</button></form>`

/** The person whom the sign-in form names, with a verified address. */
async function typed(request: IncomingMessage) {
  const form = new URLSearchParams(await text(request))
  const email = form.get('email') ?? ''
  return { sub: email || 'nobody', email, email_verified: true, name: email, refuses: form.has('refuses') }
}

const mintedIdToken = z.object({ claims: z.record(z.string(), z.unknown()), forged: z.boolean().default(false) })

/** Starts an OpenID Connect provider, and an imitation of GitHub, for any engine on this machine. */
export async function startIdentityProvider() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A run that failed to start must still be able to end.
  server.unref()
  const address = server.address()
  const url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`

  const keys = await generateKeyPair('ES256', { extractable: true })
  const strangersKeys = await generateKeyPair('ES256')
  const kid = 'the-one-key'
  const people: People = new Map()
  const provider = await openIdProvider(url, { ...(await exportJWK(keys.privateKey)), kid }, people)

  /** The sign-in page: the person in the hint is signed in, or refuses. Without a hint, a form is shown. */
  async function signIn(request: IncomingMessage, response: ServerResponse) {
    const { params } = await provider.interactionDetails(request, response)
    if (params.login_hint === undefined && request.method === 'GET') {
      return response.writeHead(200, { 'content-type': 'text/html' }).end(signInPage)
    }
    const hint = params.login_hint === undefined ? hintFor(await typed(request)) : params.login_hint
    const { refuses, ...claims } = fromHint(hint)
    people.set(claims.sub, claims)
    const refusal = { error: 'access_denied', error_description: 'They said no.' }
    await provider.interactionFinished(request, response, refuses ? refusal : { login: { accountId: claims.sub } })
  }

  /** Creates an ID token with any claims, signed by this provider or by an impostor. */
  async function mint(request: IncomingMessage, response: ServerResponse) {
    const { claims, forged } = mintedIdToken.parse(await json(request))
    const key = forged ? strangersKeys.privateKey : keys.privateKey
    response.end(await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(key))
  }

  const oidc = provider.callback()
  const github = gitHubImitation()
  server.on('request', (request, response) => {
    const path = request.url ?? ''
    const answer = path.startsWith('/interaction/')
      ? signIn(request, response)
      : path === '/mint'
        ? mint(request, response)
        : path.startsWith('/github/')
          ? github(request, response, new URL(path, url))
          : oidc(request, response)
    answer.catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return {
    url,
    env: {
      IDENTITY_PROVIDER_URL: url,
      IDENTITY_PROVIDER_SECRET: SECRET,
      GITHUB_URL: `${url}/github`,
      SAML_PRIVATE_KEY: await newSamlKey(),
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type People = Map<string, Record<string, unknown>>

async function openIdProvider(url: string, key: JWK, people: People): Promise<Provider> {
  // The library is large, so only a test that starts a provider loads it.
  const { default: Provider } = await import('oidc-provider')
  const client = {
    redirect_uris: ['http://localhost/auth/v1/callback'],
    id_token_signed_response_alg: 'ES256',
  } as const
  const provider = new Provider(url, {
    clients: [{ ...client, client_id: 'acme', client_secret: SECRET, grant_types: ['authorization_code'] }],
    jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig' }] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    cookies: { keys: ['local'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  // The engine has another port in every run.
  provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri)
  return provider
}

/** The key with which the engine signs its SAML requests. */
async function newSamlKey(): Promise<string> {
  const { privateKey } = await promisify(generateRsaKeyPair)('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
}

/** The routes of GitHub that a sign-in uses. The code names the person; PKCE is required, as there. */
function gitHubImitation() {
  const challenges = new Map<string, string>()

  return async (request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL) => {
    const answer = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const [, token = ''] = (request.headers.authorization ?? '').split(' ')
    switch (pathname) {
      case '/github/login/oauth/authorize': {
        const code = searchParams.get('login') ?? ''
        challenges.set(code, searchParams.get('code_challenge') ?? '')
        const back = new URL(searchParams.get('redirect_uri') ?? '')
        back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
        return response.writeHead(302, { location: back.href }).end()
      }
      case '/github/login/oauth/access_token': {
        const form = new URLSearchParams(await text(request))
        const code = form.get('code') ?? ''
        const shown = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        if (challenges.get(code) !== shown) return answer({ error: 'bad_verification_code' })
        return answer({ access_token: code, token_type: 'bearer', scope: 'user:email' })
      }
      case '/github/api/v3/user':
        return answer(fromHint(token).user)
      case '/github/api/v3/user/emails':
        return answer(fromHint(token).emails)
      default:
        return response.writeHead(404).end()
    }
  }
}
