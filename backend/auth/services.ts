import fp from 'fastify-plugin'
import { mailLimits } from './limits.ts'
import { AuthMail } from './mail/auth-mail.ts'
import { loadTemplates } from './mail/templates.ts'
import { type AuthSettings, authSettings } from './settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authSettings: AuthSettings
    authMail: AuthMail
  }
}

/** What the endpoints share: the project's settings and its mails. */
export const authServices = fp(
  async function authServices(app) {
    const settings = authSettings(app.config, app.project)
    app.decorate('authSettings', settings)
    app.decorate(
      'authMail',
      new AuthMail({
        mailer: app.mailer,
        templates: await loadTemplates(app.project),
        settings,
        limits: app.config.rateLimits ? mailLimits : undefined,
      }),
    )
  },
  { name: 'auth-services' },
)
