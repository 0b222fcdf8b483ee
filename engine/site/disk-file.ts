import { createReadStream, statSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag, typeOf } from './site-file.ts'

/** A file that is too large to keep in memory, as it was at the start. */
export type DiskFile = { path: string; type: string; size: number; etag: string }

export function diskFile(path: string): DiskFile {
  const { size, mtimeMs } = statSync(path)
  return { path, type: typeOf(path), size, etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"` }
}

/** Sends the file, or the range that a player requests, or 304 where the browser has it already. */
export function sendDiskFile(request: FastifyRequest, reply: FastifyReply, { path, type, size, etag }: DiskFile) {
  const { headers, method } = request
  reply.headers({ etag, 'accept-ranges': 'bytes' })
  if (reply.statusCode === 200 && matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type)
  const range =
    reply.statusCode === 200 && (headers['if-range'] ?? etag) === etag ? partOf(headers.range, size) : undefined
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  return method === 'HEAD' ? reply.send() : reply.send(createReadStream(path, { start, end }))
}

/** The requested range. Several ranges and invalid ones are answered with the whole file. */
function partOf(range: string | undefined, size: number): { start: number; end: number } | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'none' : { start, end }
}
