import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file of the site as it was at the start, with its compressed copies. */
export type SiteFile = {
  type: string
  hash: string
  readonly content: Buffer
  copies: ReadonlyMap<Encoding, () => Buffer | Promise<Buffer>>
}

/** The smallest result comes first. */
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

const suffixes = { br: '.br', gzip: '.gz' } satisfies Record<Encoding, string>

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
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/**
 * Reads the file `name` of `dir`; `names` are all files there. It reads synchronously: at the start the thread has
 * nothing else to do, and hundreds of turns through the thread pool took longer than the reading.
 *
 * Where the build has compressed a script or a style sheet by Brotli, only that copy stays in memory, a quarter of all
 * three. Browsers ask for it; for other clients the file is decompressed, and compressed by gzip when first requested so.
 */
export function readSiteFile(dir: string, name: string, names: ReadonlySet<string>): SiteFile {
  const content = readFileSync(join(dir, name))
  const file = { type: typeOf(name), hash: hashOf(content) }
  const available = encodings.filter((encoding) => names.has(name + suffixes[encoding]))
  // The text of pages is needed to fill their slots.
  if (!available.includes('br') || name.endsWith('.html')) {
    return { ...file, content, copies: copiesOnDisk(dir, name, available) }
  }
  const brotli = readFileSync(join(dir, name + suffixes.br))
  const decompress = () => brotliDecompressSync(brotli)
  return {
    ...file,
    get content() {
      return decompress()
    },
    copies: new Map([...compressedLater(decompress, available), ['br', () => brotli]]),
  }
}

function copiesOnDisk(dir: string, name: string, available: readonly Encoding[]) {
  return new Map(
    available.map((encoding) => {
      const copy = readFileSync(join(dir, name + suffixes[encoding]))
      return [encoding, () => copy] as const
    }),
  )
}

export const typeOf = (name: string) => types[extname(name).toLowerCase()] ?? 'application/octet-stream'

/** A file without compressed copies, which are made at the first request for them. */
export const withCopies = (file: SiteFile): SiteFile =>
  file.copies.size > 0 ? file : { ...file, copies: compressedLater(() => file.content, encodings) }

/** The file with another text, compressed at the first request. */
export function changeSiteFile(file: SiteFile, change: (text: string) => string): SiteFile {
  const content = Buffer.from(change(String(file.content)))
  if (content.equals(file.content)) return file
  return {
    type: file.type,
    hash: hashOf(content),
    content,
    copies: compressedLater(() => content, [...file.copies.keys()]),
  }
}

function compressedLater(content: () => Buffer, wanted: readonly Encoding[]) {
  const copies = new Map<Encoding, () => Buffer | Promise<Buffer>>()
  for (const encoding of wanted) {
    let copy: Promise<Buffer> | undefined
    copies.set(encoding, () => {
      copy ??= compress[encoding](content())
      return copy
    })
  }
  return copies
}

const compress = {
  // Brotli's highest quality would delay the first visitor by a second to save a kilobyte.
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
} satisfies Record<Encoding, (content: Buffer) => Promise<Buffer>>

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Sends the smallest encoding that the browser accepts, or 304 where it has the file already. */
export async function sendSiteFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const encoding = encodings.find((encoding) => accepted.has(encoding) && file.copies.has(encoding))
  // The tag is a hash of the content, so that all servers behind a load balancer agree; each encoding has its own, because
  // their bytes differ.
  const etag = `"${file.hash}-${encoding ?? 'identity'}"`
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(file.type)
  const copy = encoding && file.copies.get(encoding)
  return copy ? reply.header('content-encoding', encoding).send(await copy()) : reply.send(file.content)
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

/** Whether If-None-Match contains this tag. */
export const matchesEtag = (header: string | undefined, etag: string) =>
  header === '*' || (header ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
