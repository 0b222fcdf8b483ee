import fp from 'fastify-plugin'
import { OneTimeCodes } from './codes/one-time-codes.ts'
import { type AuthHooks, openHooks } from './hooks/hook.ts'
import { type AuthLimits, type AuthRates, authLimits, authRates } from './limits.ts'
import { AuthMail } from './mail/auth-mail.ts'
import { type Notices, openNotices } from './mail/notices.ts'
import { loadTemplates } from './mail/templates.ts'
import { type AuthSettings, authSettings } from './settings.ts'
import { AuthSms } from './sms/auth-sms.ts'
import { createSmsSender } from './sms/sms-sender.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authSettings: AuthSettings
    /** Undefined where the installation has limits switched off. */
    authLimits: AuthLimits | undefined
    authRates: AuthRates
    oneTimeCodes: OneTimeCodes
    authMail: AuthMail
    authSms: AuthSms
    authHooks: AuthHooks
    notices: Notices
  }
}

/** What the endpoints share: the project's settings and limits, its mails and its text messages. */
export const authServices = fp(
  async function authServices(app) {
    const settings = authSettings(app.config, app.project)
    const limits = authLimits(app.config, app.project)
    app.decorate('authRates', authRates(app.project))
    app.decorate('oneTimeCodes', new OneTimeCodes(app.tokens.secretFor('one-time codes')))
    const { bus, mailer } = app
    const templates = await loadTemplates(app.project)
    app.decorate('authSettings', settings)
    app.decorate('authLimits', limits)
    const hooks = openHooks(app.project.config.auth.hook, app.database)
    app.decorate('authHooks', hooks)
    const mailHook = hooks.send_email
    app.decorate('authMail', new AuthMail({ bus, mailer, hook: mailHook, templates, settings, limits: limits?.mail }))
    const { siteUrl, issuer } = settings
    app.decorate('notices', await openNotices(app.project, { mailer, hook: mailHook, log: app.log, siteUrl, issuer }))
    const sender = createSmsSender(app.config, hooks.send_sms)
    app.decorate('authSms', new AuthSms({ bus, sender, settings, limits: limits?.sms }))
  },
  { name: 'auth-services' },
)
