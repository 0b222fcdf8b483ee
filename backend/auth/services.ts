import fp from 'fastify-plugin'
import { type Hook, openHook } from './hooks/hook.ts'
import { type AuthLimits, authLimits } from './limits.ts'
import { AuthMail } from './mail/auth-mail.ts'
import { loadTemplates } from './mail/templates.ts'
import { type AuthSettings, authSettings } from './settings.ts'
import { AuthSms } from './sms/auth-sms.ts'
import { createSmsSender } from './sms/sms-sender.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authSettings: AuthSettings
    /** Undefined where the installation has limits switched off. */
    authLimits: AuthLimits | undefined
    authMail: AuthMail
    authSms: AuthSms
    /** Undefined where the project has no custom_access_token hook. */
    tokenHook: Hook | undefined
  }
}

/** What the endpoints share: the project's settings and limits, its mails and its text messages. */
export const authServices = fp(
  async function authServices(app) {
    const settings = authSettings(app.config, app.project)
    const { saml } = app.project.config.auth
    if (saml.enabled && !settings.saml) app.log.warn('auth.saml cannot be used: its private_key is missing.')
    const limits = authLimits(app.config, app.project)
    const { bus, mailer } = app
    const templates = await loadTemplates(app.project)
    app.decorate('authSettings', settings)
    app.decorate('authLimits', limits)
    app.decorate('authMail', new AuthMail({ bus, mailer, templates, settings, limits: limits?.mail }))
    const { send_sms, custom_access_token } = app.project.config.auth.hook
    app.decorate('tokenHook', openHook('custom_access_token', custom_access_token, app.database))
    const sender = createSmsSender(app.config, openHook('send_sms', send_sms, app.database))
    app.decorate('authSms', new AuthSms({ bus, sender, settings, limits: limits?.sms }))
  },
  { name: 'auth-services' },
)
