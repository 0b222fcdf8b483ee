import { randomUUID } from 'node:crypto'
import { storageErrors } from '../errors.ts'
import { asCaller, ownerOf } from '../http/statements.ts'
import { acceptFile, requireWelcome, rulesOf, type Upload } from '../objects/accept-file.ts'
import { removeFiles, takeBack } from '../objects/remove-files.ts'
import { bodyOf } from './body.ts'
import { lengthOf, particularsOf } from './objects.ts'
import { s3Refusals } from './refusals.ts'
import type { S3Call } from './serve.ts'
import { addUpload, endUpload, findUpload, type Part, partsOf, putPart, type Uploader, uploadsOf } from './uploads.ts'
import { childrenOf, childText, readXml, sendXml } from './xml.ts'

const MOST_PARTS = 10_000

const uploaderOf = ({ request: { caller } }: S3Call): Uploader => ({
  ownerId: ownerOf(caller.claims.sub).ownerId,
  role: caller.role,
})

function fileOf({ request, bucketId, key }: S3Call): Upload {
  const options = asCaller(request, 'storage.s3.upload', request.caller)
  return { bucketId, key, upsert: true, options, sub: request.caller.claims.sub }
}

const uploadOf = (call: S3Call) =>
  findUpload(call.app.database, uploaderOf(call), { ...call, id: call.query.get('uploadId') ?? '' })

/** CreateMultipartUpload: the row policies are asked before any part comes, and again at the end. */
export async function createUpload(call: S3Call) {
  const { app, request, reply, bucketId, key } = call
  const file = fileOf(call)
  const particulars = particularsOf(request)
  await requireWelcome(app, file, particulars, { rules: await rulesOf(app, file), contentLength: 0 })
  const id = randomUUID()
  await addUpload(app.database, uploaderOf(call), { id, bucketId, key, particulars })
  return sendXml(reply, 'InitiateMultipartUploadResult', { Bucket: bucketId, Key: key, UploadId: id })
}

/** UploadPart: parts come in any order, also at once, and each counts when its bytes are stored. */
export async function uploadPart(call: S3Call) {
  const { app, request, reply, query } = call
  if (request.headers['x-amz-copy-source'] !== undefined) throw s3Refusals.notImplemented()
  const number = Number(query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS) {
    throw s3Refusals.invalidArgument('partNumber is a number from 1 to 10000')
  }
  const upload = await uploadOf(call)
  const { limit } = await rulesOf(app, upload)
  if (lengthOf(request) > limit) throw storageErrors.tooLarge()
  const draft = await app.files.drafts.receive(bodyOf(request), limit)
  try {
    const version = randomUUID()
    await app.files.store.put(version, draft.path)
    try {
      const { size, md5 } = draft
      const replaced = await putPart(app.database, upload, { version, number, size, md5 }, limit)
      if (replaced !== undefined) await removeFiles(app, [replaced])
    } catch (error) {
      await takeBack(app, version, error)
      throw error
    }
    return reply.header('etag', `"${draft.md5}"`).send()
  } finally {
    await draft.discard()
  }
}

/** CompleteMultipartUpload: the named parts, in order, become the file. */
export async function completeUpload(call: S3Call) {
  const { app, request, reply, bucketId, key } = call
  const root = await readXml(bodyOf(request))
  const named = childrenOf(root, 'Part').map((part) => ({
    number: Number(childText(part, 'PartNumber')),
    md5: (childText(part, 'ETag') ?? '').replaceAll('"', ''),
  }))
  if (named.length === 0) throw s3Refusals.malformedXml()
  const upload = await uploadOf(call)
  const parts = chosen(await partsOf(app.database, upload), named)
  const file = fileOf(call)
  const rules = await rulesOf(app, file)
  if (parts.reduce((sum, { size }) => sum + size, 0) > rules.limit) throw storageErrors.tooLarge()
  const draft = await app.files.drafts.receive(joined(call, parts), rules.limit)
  let ended: string[] = []
  try {
    await acceptFile(app, file, upload.particulars, {
      draft,
      rules,
      also: async (tx) => {
        ended = await endUpload(tx, upload)
      },
    })
  } finally {
    await draft.discard()
  }
  await removeFiles(app, ended)
  return sendXml(reply, 'CompleteMultipartUploadResult', {
    Location: `${app.config.siteUrl}/storage/v1/s3/${bucketId}/${key}`,
    Bucket: bucketId,
    Key: key,
    ETag: `"${draft.md5}"`,
  })
}

function chosen(parts: readonly Part[], named: readonly { number: number; md5: string }[]): Part[] {
  const byNumber = new Map(parts.map((part) => [part.number, part]))
  return named.map(({ number, md5 }, at) => {
    if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw s3Refusals.invalidPartOrder()
    const part = byNumber.get(number)
    if (!part || part.md5 !== md5) throw s3Refusals.invalidPart()
    return part
  })
}

async function* joined({ app }: S3Call, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { version } of parts) yield* await app.files.store.read(version)
}

export async function abortUpload(call: S3Call) {
  const { app, reply } = call
  const upload = await uploadOf(call)
  await removeFiles(app, await app.database.transaction({}, (tx) => endUpload(tx, upload)))
  return reply.code(204).send()
}

export async function listParts(call: S3Call) {
  const { app, reply, bucketId, key } = call
  const upload = await uploadOf(call)
  const parts = await partsOf(app.database, upload)
  return sendXml(reply, 'ListPartsResult', {
    Bucket: bucketId,
    Key: key,
    UploadId: upload.id,
    MaxParts: MOST_PARTS,
    IsTruncated: false,
    Part: parts.map(({ number, size, md5, storedAt }) => ({
      PartNumber: number,
      LastModified: storedAt.toISOString(),
      ETag: `"${md5}"`,
      Size: size,
    })),
  })
}

/** ListMultipartUploads: the caller's own. */
export async function listUploads(call: S3Call) {
  const { app, reply, bucketId } = call
  const uploads = await uploadsOf(app.database, uploaderOf(call), bucketId)
  return sendXml(reply, 'ListMultipartUploadsResult', {
    Bucket: bucketId,
    IsTruncated: false,
    Upload: uploads.map(({ id, key, createdAt }) => ({
      Key: key,
      UploadId: id,
      Initiated: createdAt.toISOString(),
    })),
  })
}
