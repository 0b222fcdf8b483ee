/** `npm run dev`: the site with hot reload on PORT (3000), the engine behind it, restarted when its code changes. */
import { endTogether, startNode, startServer } from './processes.mjs'
import { setUp } from './setup.mjs'

setUp()
const sitePort = Number(process.env.PORT ?? 3000)
const apiPort = sitePort + 1
const engine = startServer(
  [
    '--watch-path=main.ts',
    '--watch-path=server',
    '--watch-path=engine',
    '--watch-path=supabase',
    '--watch-preserve-output',
    'main.ts',
    '--seed',
  ],
  { env: { PORT: String(apiPort), SITE_URL: `http://localhost:${sitePort}`, RATE_LIMITS: 'off' } },
)
const site = startNode(['node_modules/.bin/react-router', 'dev', 'web', '--port', String(sitePort)], {
  env: { API_PORT: String(apiPort) },
})
endTogether(engine, site)
