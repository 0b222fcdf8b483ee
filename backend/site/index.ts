import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { readSiteMap, type SiteMap } from './site-map.ts'

/** Serves the built pages, and answers every path that nobody else has taken. */
export async function site(app: FastifyInstance) {
  const map = await readSiteMap(app.config.siteDir)
  if (!map) return app.register(unbuiltSite)
  app.register(securityHeaders)
  app.register(builtSite, { map })
}

async function unbuiltSite(app: FastifyInstance) {
  app.get('/', async (_request, reply) => {
    reply.code(503).type('text/plain; charset=utf-8')
    return 'The API is running, but the pages have not been built yet.\nRun `npm run setup` and start again.\n'
  })
}

async function builtSite(app: FastifyInstance, { map }: { map: SiteMap }) {
  await app.register(fastifyStatic, { root: app.config.siteDir, serve: false, preCompressed: true })
  app.addHook('onRequest', readingOnly)

  for (const [path, file] of Object.entries(map.pages)) servePage(path, file)
  for (const pattern of map.app) servePage(pattern, map.appShell)
  for (const file of map.files) serveFile(file)
  app.setNotFoundHandler(notFound)

  function servePage(path: string, file: string) {
    app.get(path, pageSender(file))
    if (path !== '/') app.get(`${path}/`, redirectWithoutSlash)
  }

  function serveFile(file: string) {
    // A build names the files in assets/ after their content, so they never change.
    const caching = file.startsWith('assets/') ? { maxAge: '365d', immutable: true } : { maxAge: '1h' }
    app.get(`/${file.replaceAll(':', '::')}`, (_request, reply) => reply.sendFile(file, caching))
  }

  function pageSender(file: string) {
    const policy = contentSecurityPolicy(app.config.siteUrl, map.csp[file] ?? [])
    return (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .sendFile(file, { cacheControl: false })
  }

  function notFound(request: FastifyRequest, reply: FastifyReply) {
    // What does not exist cannot be unchanged either: these would turn the page into an empty answer or a part.
    for (const name of ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'range']) {
      delete request.raw.headers[name]
    }
    return pageSender(map.notFound)(request, reply.code(404))
  }
}

async function readingOnly(request: FastifyRequest, reply: FastifyReply) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  return reply.code(405).header('allow', 'GET, HEAD').type('text/plain; charset=utf-8').send('Method not allowed\n')
}

async function redirectWithoutSlash(request: FastifyRequest, reply: FastifyReply) {
  const [path = '', ...query] = request.url.split('?')
  return reply.redirect([path.slice(0, -1), ...query].join('?'), 308)
}
