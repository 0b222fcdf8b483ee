import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Characters that are written to the file at a time; a shorter body stays in memory. */
const PIECE = 2 * 1024 * 1024

/** A body stored in a file. The consumer must read the stream to its end or destroy it. */
export type StoredBody = { size: number; stream: Readable }

export const isStored = (body: string | Buffer | StoredBody | null | undefined): body is StoredBody =>
  typeof body === 'object' && body !== null && 'stream' in body

/**
 * A growing body: kept in memory up to a size, then moved to an unnamed temporary file that vanishes with this process.
 */
export class SpooledBody {
  readonly #folder: string
  #text = ''
  #size = 0
  #file: Promise<FileHandle> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  add(text: string) {
    this.#text += text
    if (this.#text.length >= PIECE) this.#store()
  }

  /** Returns the whole body; nothing can be added afterwards. */
  async end(): Promise<string | StoredBody> {
    if (!this.#file) return this.#text
    const file = await this.#store()
    return { size: this.#size, stream: file.createReadStream({ start: 0, highWaterMark: 256 * 1024 }) }
  }

  async discard() {
    const file = await this.#file?.catch(() => undefined)
    await file?.close()
  }

  #store(): Promise<FileHandle> {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    this.#size += bytes.length
    this.#file = write(this.#file ?? nameless(this.#folder), bytes)
    // `end` reports a failure to open the file; here the rejection must only not go unhandled.
    this.#file.catch(() => undefined)
    return this.#file
  }
}

async function write(opened: Promise<FileHandle>, bytes: Buffer): Promise<FileHandle> {
  const file = await opened
  try {
    await file.writeFile(bytes)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function nameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `answer-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
