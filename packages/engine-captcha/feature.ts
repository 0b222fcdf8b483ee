import type { CaptchaFeature, CaptchaSection } from 'engine/feature'
import { bearerClaims, ConfigError, isAdministrator, type Visitor, visitorOf } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { captchaErrors } from './errors.ts'

/** The endpoint of each captcha provider. */
const providerUrls = new Map([
  ['hcaptcha', 'https://hcaptcha.com/siteverify'],
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
])

const TIMEOUT_MS = 10_000

const captchaBody = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) })
const providerAnswer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Verifies the captcha of each request that begins a sign-in (engine/docs/wire/auth.md#captcha). */
export const feature: CaptchaFeature = {
  captcha(_app, { captcha }) {
    const provider = providerOf(captcha)
    return {
      guards: fp(
        async (app) => void app.addHook('preHandler', (request) => requireSolvedCaptcha(app, provider, request)),
      ),
    }
  },
}

type CaptchaProvider = { url: string; secret: string }

function providerOf({ provider = '', secret }: CaptchaSection): CaptchaProvider {
  const url = providerUrls.get(provider)
  if (!url) throw new ConfigError('config.toml: auth.captcha.provider should be hcaptcha or turnstile.')
  if (!secret) throw new ConfigError('config.toml: auth.captcha.secret should be the secret that the provider gave.')
  return { url, secret }
}

async function requireSolvedCaptcha(app: FastifyInstance, provider: CaptchaProvider, request: FastifyRequest) {
  const { isGuessable = false } = request.routeOptions.config
  if (typeof isGuessable === 'function' ? !isGuessable(request) : !isGuessable) return
  // Requests with the service key need no captcha.
  const claims = await bearerClaims(app, request).catch(() => undefined)
  if (claims && isAdministrator(claims)) return
  const token = tokenOf(request)
  if (token === '') throw captchaErrors.disallowed('no captcha_token found')
  const { success, 'error-codes': codes } = await verifyAtProvider(provider, token, visitorOf(request))
  if (!success) throw captchaErrors.disallowed(codes.join(', '))
}

async function verifyAtProvider({ url, secret }: CaptchaProvider, token: string, { ip }: Visitor) {
  const body = new URLSearchParams({ secret, response: token, ...(ip !== null && { remoteip: ip }) })
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', body, signal })
    return providerAnswer.parse(await response.json())
  } catch (error) {
    throw captchaErrors.unreachable(error)
  }
}

function tokenOf({ body }: FastifyRequest): string {
  try {
    return captchaBody.parse(JSON.parse(String(body))).gotrue_meta_security.captcha_token.trim()
  } catch {
    return ''
  }
}
