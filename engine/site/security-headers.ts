import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import { contentSecurityPolicy } from './content-security-policy.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** What every answer of the site tells the browser; the page's own policy follows with the page. */
export const securityHeaders = fp(
  async function securityHeaders(app) {
    const overTls = app.config.siteUrl.startsWith('https:')
    await app.register(helmet, {
      contentSecurityPolicy: false,
      // Other names of the domain are not ours to decide about.
      strictTransportSecurity: overTls && { maxAge: YEAR_S, includeSubDomains: false },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
      // The pages are public, and previews elsewhere show their pictures.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    })
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
      reply.header('content-security-policy', contentSecurityPolicy(app.config.siteUrl, []))
    })
  },
  { name: 'security-headers' },
)
