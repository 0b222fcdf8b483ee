/**
 * The competitor: `@supabase/lite` on the bench's database, served as its documentation shows for Node. Started by
 * table-access-contestants.ts.
 */

import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { durableOptions } from '../database/embedded/pglite.ts'

const { PORT, JWT_SECRET = '', DATABASE_URL, DATABASE_FOLDER = '' } = process.env
const connection = DATABASE_URL
  ? createPostgresConnection({ url: DATABASE_URL })
  : await createPgliteConnection({ pgliteOptions: durableOptions(DATABASE_FOLDER) })
const app = new App({ connection, auth: { enabled: true, jwt_secret: JWT_SECRET } })
serve({ port: Number(PORT), hostname: '127.0.0.1', fetch: (request) => app.fetch(request) }, () =>
  console.log(`@supabase/lite is at ${PORT}`),
)
process.on('SIGTERM', async () => {
  await connection.close()
  process.exit(0)
})
