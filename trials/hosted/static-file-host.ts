import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { closeServer, listen } from './listen.ts'

/**
 * A static host that reads `_headers` and `_redirects` like Netlify and Cloudflare, as their documentation describes
 * rules, files and addresses. The two differ in whether a rule or a file comes first if both have the same address.
 */
export type Host = 'Netlify' | 'Cloudflare'

type Rule = { from: RegExp; to: string; status: number }
type HeaderRule = { path: RegExp; headers: [string, string][] }
type Answer = { status: number; file?: string; location?: string }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

export async function startPagesHost(dir: string, { host, port = 0 }: { host: Host; port?: number }) {
  const rules = redirectsOf(readFileSync(join(dir, '_redirects'), 'utf8'))
  const headers = headersOf(readFileSync(join(dir, '_headers'), 'utf8'))
  const server = createServer((request, response) => answer(request, response))
  const url = await listen(server, port)
  return { url, [Symbol.asyncDispose]: () => closeServer(server) }

  function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, search } = new URL(request.url ?? '/', url)
    const { status, file, location } = found(pathname)
    // Browsers revalidate every file unless a rule says otherwise, on both hosts.
    const told: Record<string, string> = { 'cache-control': 'public, max-age=0, must-revalidate' }
    const said = new Set<string>()
    for (const rule of headers.filter(({ path }) => path.test(pathname))) {
      for (const [name, value] of rule.headers) {
        told[name] = said.has(name) ? `${told[name]}, ${value}` : value
        said.add(name)
      }
    }
    if (location !== undefined) return response.writeHead(status, { ...told, location: location + search }).end()
    const type = types[extname(file ?? '')] ?? 'application/octet-stream'
    response.writeHead(status, { ...told, 'content-type': type }).end(file && readFileSync(file))
  }

  function found(pathname: string): Answer {
    const rule = rules.find(({ from }) => from.test(pathname))
    const byName = named(pathname)
    if (rule && (host === 'Cloudflare' || !byName)) return named(rule.to) ?? missing()
    return byName ?? missing()
  }

  /**
   * Finds the file of an address, or a redirect to its address: pages have no extension there, and Cloudflare redirects
   * requests that have one.
   */
  function named(pathname: string): Answer | undefined {
    const path = normalize(decodeURIComponent(pathname))
    if (/^\/_(headers|redirects)$/.test(path)) return undefined
    const bare = path.replace(/(\/index)?(\.html)?\/?$/, '')
    if (isFile(path) && !(path.endsWith('.html') && host === 'Cloudflare'))
      return { status: 200, file: join(dir, path) }
    if (path.endsWith('/') && isFile(`${path}index.html`)) return { status: 200, file: join(dir, path, 'index.html') }
    if (bare === '' || !isFile(`${bare}.html`)) return undefined
    return bare === path ? { status: 200, file: join(dir, `${bare}.html`) } : { status: 308, location: bare }
  }

  function missing(): Answer {
    return { status: 404, file: join(dir, '404.html') }
  }

  function isFile(path: string) {
    return existsSync(join(dir, path)) && statSync(join(dir, path)).isFile()
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))

function redirectsOf(text: string): Rule[] {
  return linesOf(text).map((line) => {
    const [from = '', to = '', status] = line.trim().split(/\s+/)
    return { from: patternOf(from), to, status: Number(status) }
  })
}

function headersOf(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of linesOf(text)) {
    const [, name, value] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name.toLowerCase(), value])
    else rules.push({ path: patternOf(line.trim()), headers: [] })
  }
  return rules
}

/** The regular expression of a rule's path: `*` matches anything, `:name` one segment. */
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll(/:\w+/g, '[^/]+')}$`,
  )
