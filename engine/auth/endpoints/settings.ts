import type { FastifyInstance } from 'fastify'

/** GET /settings: the sign-in methods that are available. */
export async function settings(app: FastifyInstance) {
  app.get('/settings', async () => {
    const { anonymousEnabled, emailEnabled, phoneEnabled, phoneAutoconfirm, signUpEnabled, autoconfirm } =
      app.authSettings
    return {
      external: {
        anonymous_users: anonymousEnabled,
        ...Object.assign({}, ...app.authFeatures.parts('offers')),
        email: emailEnabled,
        phone: phoneEnabled,
      },
      disable_signup: !signUpEnabled,
      mailer_autoconfirm: autoconfirm,
      phone_autoconfirm: phoneAutoconfirm,
      sms_provider: '',
      saml_private_key_next_configured: false,
      ...Object.assign({}, ...app.authFeatures.parts('publicSettings')),
    }
  })
}
