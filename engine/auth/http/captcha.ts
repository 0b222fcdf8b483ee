import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { authErrors } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'
import { bearerClaims } from './bearer.ts'
import { queryText } from './read-body.ts'
import { isAdministrator } from './service-role.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const TIMEOUT_MS = 10_000

/** Where machines would try what they have a list of. */
const guarded = ['/signup', '/recover', '/resend', '/otp', '/sso', '/token', '/passkeys/authentication/options']

/** Of /token; the other grants show what a machine has no list of, and refreshing goes on while nobody looks. */
const guardedGrants: ReadonlySet<string> = new Set(['password', 'web3'])

type CaptchaSettings = NonNullable<AuthSettings['captcha']>

const sent = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) })
const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Asks the project's captcha provider about each request that begins a sign-in, if the project has one (auth.md §9). */
export const captcha = fp(
  async function captcha(app) {
    const { captcha: settings } = app.authSettings
    if (!settings) return
    const urls = new Set(guarded.map((path) => `${app.prefix}${path}`))

    app.addHook('preHandler', async (request) => {
      const { url, method } = request.routeOptions
      if (method !== 'POST' || url === undefined || !urls.has(url)) return
      if (url.endsWith('/token') && !guardedGrants.has(queryText(request, 'grant_type'))) return
      // The project's own servers ask for nobody.
      const claims = await bearerClaims(app, request).catch(() => undefined)
      if (claims && isAdministrator(claims)) return
      const token = tokenOf(request)
      if (token === '') throw authErrors.captchaFailed('no captcha_token found')
      const { success, 'error-codes': codes } = await ask(settings, token, visitorOf(request))
      if (!success) throw authErrors.captchaFailed(codes.join(', '))
    })
  },
  { name: 'captcha', dependencies: ['auth-basics'] },
)

async function ask({ url, secret }: CaptchaSettings, token: string, { ip }: Visitor) {
  const body = new URLSearchParams({ secret, response: token, ...(ip !== null && { remoteip: ip }) })
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', body, signal })
    return verdict.parse(await response.json())
  } catch (error) {
    throw authErrors.captchaUnreachable(error)
  }
}

function tokenOf({ body }: FastifyRequest): string {
  try {
    return sent.parse(JSON.parse(String(body))).gotrue_meta_security.captcha_token.trim()
  } catch {
    return ''
  }
}
