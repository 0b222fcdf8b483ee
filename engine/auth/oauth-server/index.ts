import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { oauthServerSection } from './section.ts'

const section = z.looseObject({ oauth_server: oauthServerSection.prefault({}) })

export const oauthServer = authFeature({
  section,
  isOn: ({ oauth_server: { enabled } }) => enabled,
  load: async () => (await import('./oauth-server.ts')).oauthRoutes,
  tables: { name: 'oauth-server', folder: import.meta.dirname },
  always: {
    outdated: { oauth_authorizations: `t.expires_at < now() - interval '24 hours'` },
    tablesOfUsers: ['oauth_consents'],
    openPaths: [
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
      '/oauth/clients/register',
      '/oauth/token',
      '/oauth/userinfo',
    ],
    async atTheRoot(app) {
      const { oauth_server: settings } = section.parse(app.project.config.auth)
      if (settings.enabled) app.register((await import('./discovery.ts')).discoveryAtTheRoot, { settings })
    },
  },
})
