import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file of the site as it was at the start, with its compressed copies. */
export type SiteFile = { type: string; hash: string; bodies: ReadonlyMap<Encoding, Buffer> }

const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

const suffixes = { br: '.br', gzip: '.gz', identity: '' } satisfies Record<Encoding, string>

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

export async function readSiteFile(dir: string, name: string): Promise<SiteFile> {
  const identity = await readFile(join(dir, name))
  const bodies = new Map<Encoding, Buffer>([['identity', identity]])
  for (const encoding of ['br', 'gzip'] as const) {
    const body = await readFile(join(dir, name + suffixes[encoding])).catch(() => undefined)
    if (body) bodies.set(encoding, body)
  }
  return { type: types[extname(name)] ?? 'application/octet-stream', hash: hashOf(identity), bodies }
}

/** The file with another text, in the encodings it had. */
export async function changeSiteFile(file: SiteFile, change: (text: string) => string): Promise<SiteFile> {
  const identity = Buffer.from(change(String(file.bodies.get('identity'))))
  const bodies = await Promise.all(
    file.bodies.keys().map(async (encoding) => [encoding, await encode[encoding](identity)] as const),
  )
  return { type: file.type, hash: hashOf(identity), bodies: new Map(bodies) }
}

const encode = {
  // At its highest quality brotli would take a second of the start to save a kilobyte.
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
  identity: async (content) => content,
} satisfies Record<Encoding, (content: Buffer) => Promise<Buffer>>

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Sends the file as small as the browser takes it, or 304 where the browser has it already. */
export function sendSiteFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const encoding = encodings.find((encoding) => accepted.has(encoding) && file.bodies.has(encoding)) ?? 'identity'
  // After the content, so that all servers behind one balancer agree; one for each encoding, as they differ in bytes.
  const etag = `"${file.hash}-${encoding}"`
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && knows(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(file.bodies.get(encoding))
}

function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const names = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([name]) => name ?? '')
  return new Set(names)
}

const knows = (header: string | undefined, etag: string) =>
  header === '*' || (header ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
