import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** In characters: how much goes to the disk at once, and what needs no file at all. */
const PIECE = 2 * 1024 * 1024

/** A body that lies in a file. The stream is to be read or destroyed. */
export type StoredBody = { size: number; stream: Readable }

export const isStored = (body: string | Buffer | StoredBody | null | undefined): body is StoredBody =>
  typeof body === 'object' && body !== null && 'stream' in body

/** A body that grows: in memory, and from some length on in a file that has no name, and is gone with this process. */
export class LongBody {
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

  /** What was added; nothing can be any more. */
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
    // Heard of at the end.
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
