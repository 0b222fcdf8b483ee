import { type ObjectPath, release } from 'engine/feature'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from './authenticate-request.ts'
import { answerForBucket, createBucket, deleteBucket, headBucket, listBuckets } from './bucket-operations.ts'
import { copyFile, copyPart } from './copy-object.ts'
import { listFiles, listFilesV1 } from './list-objects.ts'
import { abortUpload, completeUpload, createUpload, listParts, listUploads, uploadPart } from './multipart-upload.ts'
import { deleteFile, deleteFiles, getFile, getTags, putFile } from './object-operations.ts'
import type { S3Call } from './s3-call.ts'
import { s3Errors } from './s3-errors.ts'

/**
 * Query parameters of S3 features that are not implemented; such a request must not be answered with the file itself.
 */
const notBuilt = new Set(
  `accelerate acl analytics attributes cors encryption intelligent-tiering inventory legal-hold lifecycle logging metrics
  notification object-lock ownershipControls policy policyStatus publicAccessBlock replication requestPayment restore
  retention select torrent versionId versions website`.split(/\s+/),
)

type Operation = (call: S3Call) => Promise<unknown>

export async function serveS3(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, path: ObjectPath) {
  request.caller = await authenticate(app, request)
  const query = new URL(request.url, 'http://s3').searchParams
  reply.header('cache-control', 'no-store')
  try {
    return await operationOf(request.method, path, request, query)({ ...path, app, request, reply, query })
  } finally {
    release(request)
  }
}

function operationOf(
  method: string,
  { bucketId, key }: ObjectPath,
  { headers }: FastifyRequest,
  query: URLSearchParams,
): Operation {
  if ([...query.keys()].some((name) => notBuilt.has(name))) return notImplemented
  if (query.has('tagging')) return method === 'GET' && key !== '' ? getTags : notImplemented
  if (bucketId === '') return method === 'GET' ? listBuckets : notImplemented
  if (key === '') return ofBucket(method, query)
  const isPart = query.has('uploadId')
  const isCopy = headers['x-amz-copy-source'] !== undefined
  switch (method) {
    case 'GET':
    case 'HEAD':
      return isPart ? listParts : getFile
    case 'PUT':
      if (isPart) return isCopy ? copyPart : uploadPart
      return isCopy ? copyFile : putFile
    case 'POST':
      return isPart ? completeUpload : query.has('uploads') ? createUpload : notImplemented
    case 'DELETE':
      return isPart ? abortUpload : deleteFile
    default:
      return notImplemented
  }
}

function ofBucket(method: string, query: URLSearchParams): Operation {
  switch (method) {
    case 'GET':
      if (query.has('location') || query.has('versioning')) return answerForBucket
      if (query.has('uploads')) return listUploads
      return query.get('list-type') === '2' ? listFiles : listFilesV1
    case 'HEAD':
      return headBucket
    case 'PUT':
      return query.has('versioning') ? notImplemented : createBucket
    case 'POST':
      return query.has('delete') ? deleteFiles : notImplemented
    case 'DELETE':
      return deleteBucket
    default:
      return notImplemented
  }
}

async function notImplemented(): Promise<never> {
  throw s3Errors.notImplemented()
}
