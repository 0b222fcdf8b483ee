import { createHash } from 'node:crypto'
import { bytesOf, storageErrors } from 'engine/feature'
import type { FastifyRequest } from 'fastify'
import { s3Errors } from './s3-errors.ts'

/** The longest XML body: the size of a thousand keys of the greatest length, or of ten thousand parts. */
const MAX_XML_BYTES = 4 * 1024 * 1024
const MAX_CHUNK_HEADER_BYTES = 8 * 1024

/** The decoded body of a request: without the chunk framing, and verified against the signed hash. */
export function bodyOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
  const signed = String(request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD')
  const bytes = bytesOf(request)
  if (signed.startsWith('STREAMING-')) return withoutChunks(bytes)
  return /^[\da-f]{64}$/.test(signed) ? checked(bytes, signed) : bytes
}

export async function bodyText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > MAX_XML_BYTES) throw storageErrors.bodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function* checked(bytes: AsyncIterable<Uint8Array>, signed: string) {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== signed) throw s3Errors.wrongHash()
}

/**
 * Decodes `aws-chunked`: lines with the length of the following bytes in hexadecimal, up to a zero, and then trailers.
 * Signatures of single chunks are not verified, because TLS protects them in transit.
 */
async function* withoutChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new Reader(bytes)
  for (;;) {
    const size = /^([\da-f]{1,8})(;|$)/i.exec(await reader.line())?.[1]
    if (size === undefined) throw s3Errors.malformedChunks()
    if (Number.parseInt(size, 16) === 0) break
    yield* reader.take(Number.parseInt(size, 16))
    if ((await reader.line()) !== '') throw s3Errors.malformedChunks()
  }
  while ((await reader.line()) !== '');
}

class Reader {
  readonly #source: AsyncIterator<Uint8Array>
  #waiting = Buffer.alloc(0)
  #isAtEnd = false

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Reads the text up to the next line break; empty at the end of the body. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#waiting.indexOf('\r\n')
      if (end >= 0 || this.#isAtEnd) {
        const line = this.#waiting.subarray(0, end >= 0 ? end : undefined).toString('latin1')
        this.#waiting = this.#waiting.subarray(end >= 0 ? end + 2 : this.#waiting.length)
        return line
      }
      if (this.#waiting.length > MAX_CHUNK_HEADER_BYTES) throw s3Errors.malformedChunks()
      await this.#more()
    }
  }

  async *take(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      if (this.#waiting.length === 0) await this.#more()
      if (this.#waiting.length === 0) throw s3Errors.malformedChunks()
      const taken = this.#waiting.subarray(0, left)
      this.#waiting = this.#waiting.subarray(taken.length)
      left -= taken.length
      yield taken
    }
  }

  async #more() {
    const { done, value } = await this.#source.next()
    if (done) this.#isAtEnd = true
    else this.#waiting = this.#waiting.length === 0 ? Buffer.from(value) : Buffer.concat([this.#waiting, value])
  }
}
