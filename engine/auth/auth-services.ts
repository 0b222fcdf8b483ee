import { join } from 'node:path'
import fp from 'fastify-plugin'
import { type AuthSettings, authSettings } from './auth-settings.ts'
import { OneTimeCodes } from './codes/one-time-codes.ts'
import { type AuthLimits, type AuthRates, authRates, readAuthLimits } from './limits/auth-limits.ts'
import { AuthMail } from './mail/auth-mail.ts'
import { loadTemplates } from './mail/mail-templates.ts'
import { type NotificationMails, openNotificationMails } from './mail/notification-mails.ts'
import { AuthSms } from './sms/auth-sms.ts'
import { outboxSender } from './sms/outbox-sender.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authSettings: AuthSettings
    /** Undefined where the installation has switched limits off. */
    authLimits: AuthLimits | undefined
    authRates: AuthRates
    oneTimeCodes: OneTimeCodes
    authMail: AuthMail
    authSms: AuthSms
    notices: NotificationMails
  }
}

/** The project's settings and basic services, which the core and its features use. */
export const authBasics = fp(
  async function authBasics(app) {
    app.decorate('authSettings', authSettings(app.config, app.project.config.auth))
    app.decorate('authLimits', readAuthLimits(app.config, app.project.config.auth))
    app.decorate('authRates', authRates(app.project.config.auth))
    app.decorate('oneTimeCodes', new OneTimeCodes(app.tokens.secretFor('one-time codes')))
  },
  { name: 'auth-basics' },
)

/** The mails and text messages of the service, sent by a feature where one does that. */
export const authMessages = fp(
  async function messages(app) {
    const { bus, mails, slots, log, authSettings: settings, authLimits: limits, authFeatures } = app
    const [sendMail] = authFeatures.parts('sendMail')
    const [sendText = outboxSender(join(app.config.dataDir, 'outbox'))] = authFeatures.parts('sendText')
    const { dir, config } = app.project
    const templates = await loadTemplates(dir, config.auth.email, slots)
    app.decorate('authMail', new AuthMail({ bus, mails, sendMail, templates, settings, limits: limits?.mail }))
    app.decorate(
      'notices',
      await openNotificationMails(dir, config.auth.email, { mails, sendMail, log, slots, ...settings }),
    )
    app.decorate('authSms', new AuthSms({ bus, sendText, settings, limits: limits?.sms }))
  },
  { name: 'auth-messages', dependencies: ['auth-basics'] },
)
