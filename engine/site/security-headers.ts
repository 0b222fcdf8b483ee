import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import { contentSecurityPolicy } from './content-security-policy.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** The security headers of every answer of the site; a page's own policy is added with the page. */
export const securityHeaders = fp(
  async function securityHeaders(app) {
    const overTls = app.config.siteUrl.startsWith('https:')
    await app.register(helmet, {
      contentSecurityPolicy: false,
      // Subdomains are not covered, because they may belong to other services.
      strictTransportSecurity: overTls && { maxAge: YEAR_S, includeSubDomains: false },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
      // The pages are public, and link previews on other sites show their pictures.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    })
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
      reply.header('content-security-policy', contentSecurityPolicy(app.config.siteUrl, []))
    })
  },
  { name: 'security-headers' },
)
