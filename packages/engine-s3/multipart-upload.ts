import { FileUpload, type Part, removeFiles, UnfinishedUploads, type Uploader } from 'engine/feature'
import { lengthOf, uploadMetadataOf, uploadOf } from './object-operations.ts'
import { bodyOf } from './request-body.ts'
import type { S3Call } from './s3-call.ts'
import { s3Errors, s3Uploads } from './s3-errors.ts'
import { childrenOf, childText, readXml, sendXml } from './xml.ts'

const MAX_PARTS = 10_000

const uploaderOf = ({ request: { caller } }: S3Call): Uploader => ({
  ownerId: caller.claims.sub ?? null,
  role: caller.role,
  isSigned: false,
})

/** The multipart upload that a request names. */
async function unfinished(call: S3Call) {
  const uploads = new UnfinishedUploads(call.app, s3Uploads)
  const upload = await uploads.find(uploaderOf(call), { ...call, id: call.query.get('uploadId') ?? '' })
  return { uploads, upload }
}

/** S3 CreateMultipartUpload: row policies are checked before any part arrives, and again at the end. */
export async function createUpload(call: S3Call) {
  const { app, request, reply, bucketId, key } = call
  const uploadMetadata = uploadMetadataOf(request)
  const fileUpload = await FileUpload.at(app, uploadOf(call))
  await fileUpload.admit(uploadMetadata, 0)
  const begun = { bucketId, key, upsert: true, uploadMetadata, said: null, size: null }
  const { id } = await new UnfinishedUploads(app, s3Uploads).begin(uploaderOf(call), begun)
  return sendXml(reply, 'InitiateMultipartUploadResult', { Bucket: bucketId, Key: key, UploadId: id })
}

/** S3 UploadPart: parts arrive in any order, also concurrently, and each counts once its bytes are stored. */
export async function uploadPart(call: S3Call) {
  const { request, reply } = call
  const { md5 } = await storePart(call, lengthOf(request), async () => bodyOf(request))
  return reply.header('etag', `"${md5}"`).send()
}

/** Stores the part of a multipart upload that a request names. */
export async function storePart(call: S3Call, size: number, read: () => Promise<AsyncIterable<Uint8Array>>) {
  const { app, query } = call
  const number = Number(query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) {
    throw s3Errors.invalidArgument('partNumber is a number from 1 to 10000')
  }
  const { uploads, upload } = await unfinished(call)
  const fileUpload = await FileUpload.at(app, uploadOf(call))
  fileUpload.requireRoom(size)
  const tempFile = await app.files.tempFiles.receive(await read(), fileUpload.limit)
  try {
    await uploads.storePart(upload, number, tempFile, fileUpload.limit)
    return tempFile
  } finally {
    await tempFile.discard()
  }
}

/** S3 CompleteMultipartUpload: the named parts, in order, become the file. */
export async function completeUpload(call: S3Call) {
  const { app, request, reply, bucketId, key } = call
  const root = await readXml(bodyOf(request))
  const named = childrenOf(root, 'Part').map((part) => ({
    number: Number(childText(part, 'PartNumber')),
    md5: (childText(part, 'ETag') ?? '').replaceAll('"', ''),
  }))
  if (named.length === 0) throw s3Errors.malformedXml()
  const { uploads, upload } = await unfinished(call)
  const parts = selectParts(await uploads.partsOf(upload), named)
  const fileUpload = await FileUpload.at(app, uploadOf(call))
  fileUpload.requireRoom(parts.reduce((sum, { size }) => sum + size, 0))
  let ended: string[] = []
  const { md5 } = await fileUpload.take(
    uploads.read(parts),
    () => upload.uploadMetadata,
    async (tx) => {
      ended = await uploads.end(tx, upload)
    },
  )
  await removeFiles(app, ended)
  return sendXml(reply, 'CompleteMultipartUploadResult', {
    Location: `${app.config.apiUrl}/storage/v1/s3/${bucketId}/${key}`,
    Bucket: bucketId,
    Key: key,
    ETag: `"${md5}"`,
  })
}

function selectParts(parts: readonly Part[], named: readonly { number: number; md5: string }[]): Part[] {
  const byNumber = new Map(parts.map((part) => [part.place, part]))
  return named.map(({ number, md5 }, at) => {
    if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw s3Errors.invalidPartOrder()
    const part = byNumber.get(number)
    if (!part || part.md5 !== md5) throw s3Errors.invalidPart()
    return part
  })
}

export async function abortUpload(call: S3Call) {
  const { uploads, upload } = await unfinished(call)
  await uploads.abort(upload)
  return call.reply.code(204).send()
}

export async function listParts(call: S3Call) {
  const { reply, bucketId, key } = call
  const { uploads, upload } = await unfinished(call)
  const parts = await uploads.partsOf(upload)
  return sendXml(reply, 'ListPartsResult', {
    Bucket: bucketId,
    Key: key,
    UploadId: upload.id,
    MaxParts: MAX_PARTS,
    IsTruncated: false,
    Part: parts.map(({ place, size, md5, storedAt }) => ({
      PartNumber: place,
      LastModified: storedAt.toISOString(),
      ETag: `"${md5}"`,
      Size: size,
    })),
  })
}

/** S3 ListMultipartUploads: the caller's own uploads. */
export async function listUploads(call: S3Call) {
  const { app, reply, bucketId } = call
  const uploads = await new UnfinishedUploads(app, s3Uploads).list(uploaderOf(call), bucketId)
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
