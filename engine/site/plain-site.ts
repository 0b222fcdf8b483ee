import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileNames } from './built-site.ts'
import { diskFile, sendDiskFile } from './disk-file.ts'
import { refuseWrites } from './refuse-writes.ts'
import { readSiteFile, sendSiteFile, typeOf, withCopies } from './site-file.ts'

/** Files that are never served, though they may be in the folder: `.env`, `.git`. */
const HIDDEN = /(^|[\\/])\.(?!well-known[\\/])/
/** Text is compressed and kept in memory; a large picture or film is read from the disk. */
const TEXT = /^(text\/|application\/(json|xml|wasm|manifest)|image\/svg|font\/ttf)/
const LARGE_BYTES = 256 * 1024
/** A smaller file fits into one packet, compressed or not. */
const SMALL_BYTES = 1024
/**
 * The names that Vite and webpack give files after their content: `assets/index-DkX3pT9a.js`,
 * `static/js/main.3f2a1b4c.js`.
 */
const NAMED_AFTER_CONTENT =
  /(^|\/)(assets|static|immutable|_astro|js|css|chunks?)\/(.*\/)?[^/]*(-(?=[\w-]*[\dA-Z])[\w-]{8}|[-.][\da-f]{8,})\.(js|mjs|css|wasm|woff2?)$/

type SendFile = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Serves a folder that another tool has built. Pages have the paths that are usual on static hosts: `/about` is
 * `about.html`, `/about/` is `about/index.html`. A path without a file is a page of the app, `index.html`, unless the
 * folder has a `404.html`.
 */
export async function plainSite(app: FastifyInstance, { dir }: { dir: string }) {
  const files = readFolder(dir)
  const overTls = app.config.siteUrl.startsWith('https:')
  app.addHook('onRequest', refuseWrites)
  // Sets no policy that such pages may not expect: they decide themselves what they run, load and who may frame them.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    if (overTls) reply.header('strict-transport-security', 'max-age=31536000')
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = '', query] = request.url.split(/\?(.*)/s, 2)
    // Fastify has already refused paths that cannot be decoded.
    const name = decodeURIComponent(path.slice(1))
    const send = files.get(name || 'index.html') ?? files.get(name.endsWith('/') ? `${name}index.html` : `${name}.html`)
    if (send) return send(request, reply.code(200))
    const other = name.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const isAtOther = files.has(name.endsWith('/') ? `${name.slice(0, -1)}.html` : `${name}/index.html`)
    if (isAtOther) return reply.redirect(query === undefined ? other : `${other}?${query}`, 308)
    const notFound = files.get('404.html')
    if (notFound) return notFound(request, reply.code(404))
    const page = isPageRequest(request, name) ? files.get('index.html') : undefined
    return page ? page(request, reply.code(200)) : reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
  })
}

/**
 * Whether a page is requested: a browser that navigates accepts HTML, one that loads a script of an earlier build does
 * not.
 */
const isPageRequest = ({ headers }: FastifyRequest, name: string) =>
  headers.accept?.includes('text/html') === true || !/\.[^/]*$/.test(name)

/** The function that sends the file, for each name. */
function readFolder(dir: string): ReadonlyMap<string, SendFile> {
  const names = fileNames(dir)
  const shown = [...names].filter((name) => !HIDDEN.test(name) && !isCopy(name, names))
  return new Map(shown.map((name) => [name, senderOf(dir, name, names)]))
}

const isCopy = (name: string, names: ReadonlySet<string>) =>
  names.has(name.replace(/\.(br|gz)$/, '')) && /\.(br|gz)$/.test(name)

function senderOf(dir: string, name: string, names: ReadonlySet<string>): SendFile {
  // A name such as IMG_1234.jpg only looks like a hash, so only the names of build tools are cached for long.
  const caching = NAMED_AFTER_CONTENT.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache'
  const { size } = statSync(join(dir, name))
  const isText = TEXT.test(typeOf(name))
  if (!isText && size > LARGE_BYTES) {
    const file = diskFile(join(dir, name))
    return (request, reply) => sendDiskFile(request, reply.header('cache-control', caching), file)
  }
  const read = readSiteFile(dir, name, names)
  const file = isText && size > SMALL_BYTES ? withCopies(read) : read
  return (request, reply) => sendSiteFile(request, reply.header('cache-control', caching), file)
}
