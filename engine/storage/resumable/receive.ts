import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SessionEnded, type Transaction } from '../../database/database.ts'
import type { Draft } from '../files/drafts.ts'
import { FileMissing } from '../files/file-store.ts'
import { Intake } from '../incoming/intake.ts'
import { bytesOf, release } from '../incoming/request-bytes.ts'
import type { UnfinishedUpload } from '../incoming/unfinished-uploads.ts'
import { toStorageError } from '../render-error.ts'
import { removeFiles } from '../rows/remove-files.ts'
import { isOtherOffset, uploadErrors } from './errors.ts'
import { inPortions, type Portions } from './portions.ts'
import { type Uploader, uploadOf } from './uploader.ts'

/** A process that is killed loses at most so much of what it has been sent. */
const PART_BYTES = 8 * 1024 * 1024

/** Requests of this process that bring bytes, by their upload. */
type Receiving = { portions: Portions; done: Promise<unknown> }

export type Receiver = {
  /**
   * Takes the body of a request in from where the upload is, and puts the file in its place when it is complete.
   * Returns the upload as it is then.
   */
  receive(request: FastifyRequest, upload: UnfinishedUpload, uploader: Uploader): Promise<UnfinishedUpload>
  /** Ends a request that still waits for bytes, of a client that has come back, and returns when what it brought is kept. */
  takeOver(id: string): Promise<void>
}

export function uploadReceiver(app: FastifyInstance): Receiver {
  const receiving = new Map<string, Receiving>()

  async function takeOver(id: string) {
    // Of several who waited for the same request, one is the next, and the others wait for that one.
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
    const intake = await Intake.at(app, uploadOf(upload, uploader))
    await intake.admit(upload.particulars, upload.size ?? 0)
    for (;;) {
      const left = (upload.size ?? intake.limit) - upload.received
      const draft = await files.drafts.receive(portions.next(Math.min(left, PART_BYTES)), PART_BYTES)
      try {
        if (draft.size === left && !(await portions.isAtEnd())) throw uploadErrors.tooLarge()
        if (upload.received + draft.size === upload.size) {
          await complete(app, upload, intake, draft)
          return { ...upload, received: upload.size }
        }
        if (draft.size > 0) upload = await resumable.keepPart(upload, upload.received, draft, intake.limit)
      } finally {
        await draft.discard()
      }
      if (await portions.isAtEnd()) return upload
    }
  } catch (error) {
    if (isForGood(error)) await resumable.giveUp(upload).catch(unlessOtherOffset)
    throw error
  }
}

/**
 * What is refused for what it is or for where it goes will be refused again; after another sign-in it may go on, and a
 * part that cannot be found now may be back later.
 */
const isForGood = (error: unknown) =>
  !(error instanceof SessionEnded || error instanceof FileMissing) &&
  !isOtherOffset(error) &&
  toStorageError(error).httpStatus < 500

/** Somebody has gone on with the upload meanwhile, and will be told themselves. */
function unlessOtherOffset(error: unknown) {
  if (!isOtherOffset(error)) throw error
}

/**
 * The last part is counted in the transaction that writes the file's row: who is told that all bytes are there may rely
 * on the file, and who was refused or saw the server fail is not told so.
 */
async function complete(app: FastifyInstance, upload: UnfinishedUpload, intake: Intake, last: Draft) {
  const { resumable } = app
  const parts = await resumable.partsOf(upload)
  const kept = parts.reduce((sum, { size }) => sum + size, 0)
  if (kept !== upload.received) throw uploadErrors.otherOffset()
  const also = (tx: Transaction) => resumable.complete(tx, upload)
  if (parts.length === 0) await intake.accept(last, upload.particulars, also)
  else await intake.take(joined(resumable.read(parts), last.read()), () => upload.particulars, also)
  await removeFiles(
    app,
    parts.map(({ version }) => version),
  )
}

async function* joined(...sources: AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) yield* source
}
