import Fastify, { type FastifyInstance } from 'fastify'
import { parseConfig } from '../../kernel/config/environment-variables.ts'
import { Slots } from '../../kernel/page-slots.ts'
import { site } from '../index.ts'

type Options = { siteUrl: string; dir: string; slots?: Slots } & Parameters<typeof site>[1]

/** A server of the site alone, as in the engine. */
export async function serveSite({
  siteUrl,
  dir,
  slots = new Slots(),
  onPage,
  pages,
}: Options): Promise<FastifyInstance> {
  const app = Fastify()
  app.decorate('config', parseConfig({ SITE_URL: siteUrl }, { name: 'Engine', site: { dir } }))
  app.decorate('slots', slots)
  app.get('/health', async () => ({ status: 'ok' }))
  app.register(site, { onPage, pages })
  await app.ready()
  return app
}
