import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { bearerClaims } from './bearer.ts'
import { queryText } from './read-body.ts'
import { visitorOf } from './visitor.ts'

const TIMEOUT_MS = 10_000

/** Who can tell people from machines, and where to ask them. */
export const captchaProviders = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

/** Where machines would try what they have a list of. */
const guarded = ['/signup', '/recover', '/resend', '/otp', '/sso', '/token', '/passkeys/authentication/options']

/** What already proves something, and comes again and again from pages that nobody looks at. */
const grants: ReadonlySet<string> = new Set(['password', 'web3'])

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
      if (url.endsWith('/token') && !grants.has(queryText(request, 'grant_type'))) return
      if (await isAdministrator(request)) return
      const token = tokenOf(request)
      if (token === '') throw authErrors.captchaFailed('no captcha_token found')
      const { success, 'error-codes': codes } = await ask(token, request)
      if (!success) throw authErrors.captchaFailed(codes.join(', '))
    })

    async function ask(token: string, request: FastifyRequest) {
      const { provider, secret } = settings ?? { provider: 'hcaptcha', secret: '' }
      const { ip } = visitorOf(request)
      const body = new URLSearchParams({ secret, response: token, ...(ip !== null && { remoteip: ip }) })
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS)
        const response = await fetch(captchaProviders[provider], { method: 'POST', body, signal })
        return verdict.parse(await response.json())
      } catch (error) {
        throw authErrors.captchaUnreachable(error)
      }
    }

    /** The project's own servers ask for nobody. */
    async function isAdministrator(request: FastifyRequest) {
      const claims = await bearerClaims(app, request).catch(() => undefined)
      return claims?.role === 'service_role' || claims?.role === 'supabase_admin'
    }
  },
  { name: 'captcha', dependencies: ['auth-services'] },
)

function tokenOf({ body }: FastifyRequest): string {
  try {
    return sent.parse(JSON.parse(String(body))).gotrue_meta_security.captcha_token.trim()
  } catch {
    return ''
  }
}
