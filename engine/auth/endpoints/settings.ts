import type { FastifyInstance } from 'fastify'

/** Always all of them: clients read each as a yes or no (auth.md §11). */
const providers = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'zoom',
] as const

/** GET /settings: how people may sign in here. */
export async function settings(app: FastifyInstance) {
  app.get('/settings', async () => {
    const { anonymousEnabled, emailEnabled, phoneEnabled, phoneAutoconfirm, signUpEnabled, autoconfirm } =
      app.authSettings
    return {
      external: {
        anonymous_users: anonymousEnabled,
        ...Object.fromEntries(providers.map((provider) => [provider, false])),
        ...Object.fromEntries([...app.configuredProviders.keys()].map((provider) => [provider, true])),
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
