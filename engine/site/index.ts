import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { type AnsweredPage, answeredPage } from './answered-page.ts'
import { type BuiltSite, readSite } from './built-site.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { plainSite } from './plain-site.ts'
import { refuseWrites } from './refuse-writes.ts'
import { queryOf, type RenderedPage, renderedPages, renderer } from './rendered-pages.ts'
import { securityHeaders } from './security-headers.ts'
import { sendSiteFile } from './site-file.ts'

type SiteOptions = {
  onPage?: ((page: AnsweredPage) => void) | undefined
  pages?: readonly RenderedPage[] | undefined
}

/**
 * Serves the built pages and the rendered `pages`, and answers every path that no other service takes. `onPage` is
 * called for each public page.
 */
export async function site(app: FastifyInstance, { onPage, pages = [] }: SiteOptions) {
  const { siteDir, siteUrl } = app.config
  if (siteDir === undefined) return
  const built = readSite(siteDir, siteUrl)
  if (!built) return app.register(existsSync(join(siteDir, 'index.html')) ? plainSite : unbuiltSite, { dir: siteDir })
  app.slots.onRead(built.fill)
  app.register(securityHeaders)
  app.register(builtSite, { built, onPage, pages })
}

async function unbuiltSite(app: FastifyInstance) {
  app.get('/', async (_request, reply) => {
    reply.code(503).type('text/plain; charset=utf-8')
    return 'The API is running, but the pages have not been built yet.\n'
  })
}

async function builtSite(app: FastifyInstance, { built, onPage, pages = [] }: SiteOptions & { built: BuiltSite }) {
  app.addHook('onRequest', refuseWrites)
  app.register(renderedPages, { built, pages })

  for (const [path, name] of Object.entries(built.pages)) servePage(path, name, tellOf(path))
  for (const [pattern, name] of Object.entries(built.app)) servePage(pattern, name)
  const sendNotFound = pageSender(built.notFound)
  // One handler for all files: a route for each of hundreds would delay the start.
  app.setNotFoundHandler((request, reply) => {
    // Fastify has already refused paths that cannot be decoded.
    const name = decodeURIComponent(request.url.slice(1).split('?', 1)[0] ?? '')
    const file = built.files.get(name)
    // Pages have paths of their own.
    return file && !name.endsWith('.html')
      ? sendSiteFile(request, reply.code(200).header('cache-control', fileCaching(name, built)), file)
      : sendNotFound(request, reply.code(404))
  })

  function servePage(path: string, name: string, options: RouteShorthandOptions = {}) {
    app.get(path, options, pageOf(path, pageSender(name)))
    if (path !== '/') app.get(`${path}/`, redirectWithoutSlash)
  }

  /** Answers a path with its page of the build, or with the page rendered for some of its queries. */
  function pageOf(path: string, send: ReturnType<typeof pageSender>) {
    const made = pages.find((page) => page.path === path && page.onlyWith !== undefined)
    if (made?.onlyWith === undefined) return send
    const { onlyWith } = made
    const render = renderer(app, built, made)
    return (request: FastifyRequest, reply: FastifyReply) =>
      queryOf(request).has(onlyWith) ? render(request, reply) : send(request, reply)
  }

  function tellOf(path: string): RouteShorthandOptions {
    if (!onPage) return {}
    const known = { siteUrl: app.config.siteUrl, pages: built.pages }
    return {
      // Called after the answer is sent, so that it delays no visitor.
      onResponse: async (request) => {
        if (request.method === 'GET') onPage(answeredPage(path, request, known))
      },
    }
  }

  function pageSender(name: string) {
    if (!built.files.has(name)) throw new Error(`site.json names the page ${name}, but the build has no such file.`)
    const policy = contentSecurityPolicy(app.config.siteUrl, built.csp[name] ?? [])
    return (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('content-security-policy', policy).header('cache-control', pageCaching(request))
      const file = built.files.get(name)
      return file && sendSiteFile(request, reply, file)
    }
  }
}

/** Pages are always revalidated, so that visitors see the next build; a prefetched page may be used once. */
function pageCaching({ headers }: FastifyRequest) {
  return headers['sec-purpose'] === 'prefetch' ? 'private, max-age=60' : 'no-cache'
}

/** Files in assets/ are named after their content, so they never change. */
function fileCaching(name: string, { templates }: BuiltSite) {
  if (templates.has(name)) return 'no-cache'
  return name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

async function redirectWithoutSlash(request: FastifyRequest, reply: FastifyReply) {
  const [path = '', ...query] = request.url.split('?')
  return reply.redirect([path.slice(0, -1), ...query].join('?'), 308)
}
