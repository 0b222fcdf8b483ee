import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))

/** GET /health: the name is GoTrue's, since tools look for it. */
export async function health(app: FastifyInstance) {
  app.get('/health', async () => ({
    version,
    name: 'GoTrue',
    description: 'Mainstreet’s own auth service, which speaks the wire format of GoTrue',
  }))
}
