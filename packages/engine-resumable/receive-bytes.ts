import {
  bytesOf,
  FileUpload,
  release,
  removeFiles,
  type TempFile,
  type Transaction,
  type UnfinishedUpload,
} from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOtherOffset, isPermanent, uploadErrors } from './errors.ts'
import { inPortions, type Portions } from './read-in-portions.ts'
import { type Uploader, uploadOf } from './uploader.ts'

/** The most received bytes that are lost when a process is killed. */
const PART_BYTES = 8 * 1024 * 1024

/** Requests of this process that receive bytes, by upload. */
type ReceiveOptions = { portions: Portions; done: Promise<unknown> }

export type Receiver = {
  /** Appends a request's body to an upload, and stores the file when it is complete. Returns the updated upload. */
  receive(request: FastifyRequest, upload: UnfinishedUpload, uploader: Uploader): Promise<UnfinishedUpload>
  /**
   * Ends an older request that still waits for bytes, after the client has reconnected; resolves when its data is
   * stored.
   */
  takeOver(id: string): Promise<void>
}

export function uploadReceiver(app: FastifyInstance): Receiver {
  const receiving = new Map<string, ReceiveOptions>()

  async function takeOver(id: string) {
    // One waiter proceeds, and the others wait for it.
    for (let other = receiving.get(id); other; other = receiving.get(id)) {
      other.portions.stop()
      await other.done.catch(() => undefined)
    }
  }

  return {
    takeOver,
    async receive(request, upload, uploader) {
      await takeOver(upload.id)
      const portions = inPortions(bytesOf(request))
      const done = receiveAll(app, portions, upload, uploader)
      receiving.set(upload.id, { portions, done })
      try {
        return await done
      } finally {
        receiving.delete(upload.id)
        release(request)
      }
    },
  }
}

async function receiveAll(app: FastifyInstance, portions: Portions, begun: UnfinishedUpload, uploader: Uploader) {
  const { resumable, files } = app
  let upload = begun
  try {
    const fileUpload = await FileUpload.at(app, uploadOf(upload, uploader))
    await fileUpload.admit(upload.uploadMetadata, upload.size ?? 0)
    for (;;) {
      const left = (upload.size ?? fileUpload.limit) - upload.received
      const tempFile = await files.tempFiles.receive(portions.next(Math.min(left, PART_BYTES)), PART_BYTES)
      try {
        if (tempFile.size === left && !(await portions.isAtEnd())) throw uploadErrors.tooLarge()
        if (upload.received + tempFile.size === upload.size) {
          await complete(app, upload, fileUpload, tempFile)
          return { ...upload, received: upload.size }
        }
        if (tempFile.size > 0) upload = await resumable.storePart(upload, upload.received, tempFile, fileUpload.limit)
      } finally {
        await tempFile.discard()
      }
      if (await portions.isAtEnd()) return upload
    }
  } catch (error) {
    if (isPermanent(error)) await resumable.abort(upload).catch(unlessOtherOffset)
    throw error
  }
}

/** Ignores that another request has continued the upload meanwhile; that client gets its own response. */
function unlessOtherOffset(error: unknown) {
  if (!isOtherOffset(error)) throw error
}

/**
 * Counts the last part in the transaction that writes the file's row: a client told that all bytes have arrived can
 * rely on the file, and one whose upload was rejected or failed is not told so.
 */
async function complete(app: FastifyInstance, upload: UnfinishedUpload, fileUpload: FileUpload, last: TempFile) {
  const { resumable } = app
  const parts = await resumable.partsOf(upload)
  const kept = parts.reduce((sum, { size }) => sum + size, 0)
  if (kept !== upload.received) throw uploadErrors.otherOffset()
  const also = (tx: Transaction) => resumable.complete(tx, upload)
  if (parts.length === 0) await fileUpload.accept(last, upload.uploadMetadata, also)
  else await fileUpload.take(joined(resumable.read(parts), last.read()), () => upload.uploadMetadata, also)
  await removeFiles(
    app,
    parts.map(({ version }) => version),
  )
}

async function* joined(...sources: AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) yield* source
}
