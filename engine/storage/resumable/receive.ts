import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SessionEnded } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import type { Draft } from '../files/drafts.ts'
import { FileMissing } from '../files/file-store.ts'
import { toStorageError } from '../http/render-error.ts'
import { acceptFile, type Rules, requireWelcome, rulesOf, type Upload } from '../objects/accept-file.ts'
import { bytesOf, release } from '../objects/incoming-file.ts'
import { removeFiles, takeBack } from '../objects/remove-files.ts'
import { isOtherOffset, uploadErrors } from './errors.ts'
import { inPortions, type Portions } from './portions.ts'
import { parseUploadMetadata } from './upload-metadata.ts'
import type { Uploader } from './uploader.ts'
import { addPart, completeUpload, type OpenUpload, partsOf, removeUpload } from './uploads.ts'

/** A process that is killed loses at most so much of what it has been sent. */
const PART_BYTES = 8 * 1024 * 1024

/** Requests of this process that bring bytes, by their upload. */
type Receiving = { portions: Portions; done: Promise<unknown> }

export type Receiver = {
  /**
   * Takes the body of a request in from where the upload is, and puts the file in its place when it is complete.
   * Returns the upload as it is then.
   */
  receive(request: FastifyRequest, upload: OpenUpload, uploader: Uploader): Promise<OpenUpload>
  /** Ends a request that still waits for bytes, of a client that has come back, and returns when what it brought is kept. */
  takeOver(id: string): Promise<void>
}

export function uploadReceiver(app: FastifyInstance): Receiver {
  const receiving = new Map<string, Receiving>()

  async function takeOver(id: string) {
    const other = receiving.get(id)
    other?.portions.stop()
    await other?.done.catch(() => undefined)
  }

  return {
    takeOver,
    async receive(request, upload, uploader) {
      await takeOver(upload.id)
      const portions = inPortions(bytesOf(request))
      const done = receiveAll(app, portions, upload, uploader)
      const entry = { portions, done }
      receiving.set(upload.id, entry)
      try {
        return await done
      } finally {
        if (receiving.get(upload.id) === entry) receiving.delete(upload.id)
        release(request)
      }
    },
  }
}

async function receiveAll(app: FastifyInstance, portions: Portions, begun: OpenUpload, uploader: Uploader) {
  let upload = begun
  try {
    const rules = await rulesOf(app, upload)
    const { particulars } = parseUploadMetadata(upload.metadata)
    const contentLength = upload.size ?? 0
    await requireWelcome(app, fileOf(upload, uploader), particulars, { rules, contentLength })
    for (;;) {
      const left = (upload.size ?? rules.limit) - upload.received
      const draft = await app.files.drafts.receive(portions.next(Math.min(left, PART_BYTES)), PART_BYTES)
      try {
        if (draft.size === left && !(await portions.isAtEnd())) throw uploadErrors.tooLarge()
        if (upload.received + draft.size === upload.size) {
          await complete(app, upload, uploader, { last: draft, rules })
          return { ...upload, received: upload.size }
        }
        if (draft.size > 0) upload = await keepPart(app, upload, draft)
      } finally {
        await draft.discard()
      }
      if (await portions.isAtEnd()) return upload
    }
  } catch (error) {
    if (isForGood(error)) await removeFiles(app, await removeUpload(app.database, upload))
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

/** Counts a part only when its bytes are stored, as every file. */
async function keepPart(app: FastifyInstance, upload: OpenUpload, { path, size }: Draft): Promise<OpenUpload> {
  const version = randomUUID()
  await app.files.store.put(version, path)
  try {
    await addPart(app.database, upload, version, size)
  } catch (error) {
    await takeBack(app, version, error)
    throw error
  }
  return { ...upload, received: upload.received + size }
}

/**
 * The last part is counted in the transaction that writes the file's row: who is told that all bytes are there may rely
 * on the file, and who was refused or saw the server fail is not told so.
 */
async function complete(
  app: FastifyInstance,
  upload: OpenUpload,
  uploader: Uploader,
  { last, rules }: { last: Draft; rules: Rules },
) {
  const parts = await partsOf(app.database, upload)
  const draft = parts.length === 0 ? last : await app.files.drafts.receive(joined(app, parts, last), rules.limit)
  try {
    if (draft.size !== upload.size) throw storageErrors.internal(new Error('The parts are not the whole file.'))
    await acceptFile(app, fileOf(upload, uploader), parseUploadMetadata(upload.metadata).particulars, {
      draft,
      rules,
      also: (tx) => completeUpload(tx, upload),
    })
  } finally {
    await draft.discard()
  }
  await removeFiles(app, parts)
}

async function* joined({ files }: FastifyInstance, parts: readonly string[], last: Draft): AsyncGenerator<Uint8Array> {
  for (const version of parts) yield* await files.store.read(version)
  yield* last.read()
}

const fileOf = ({ bucketId, key, upsert }: OpenUpload, { options, sub }: Uploader): Upload => ({
  bucketId,
  key,
  upsert,
  options,
  sub,
})
