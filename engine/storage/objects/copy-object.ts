import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asEngine, checkPolicies, type Operation, ownerOf } from '../http/caller-settings.ts'
import type { ObjectPath } from '../http/object-path.ts'
import { readBody } from '../http/read-body.ts'
import { storeFile, writeObject } from '../incoming/store-file.ts'
import { checkedHeader, checkedType } from '../incoming/upload-metadata.ts'
import { type FileMetadata, findObject, metadataOf } from '../rows/object-rows.ts'
import { findSourceAndTarget, prepareTransfer, transferBody } from './copy-or-move.ts'
import { metadataHeader } from './file-of-request.ts'

const body = transferBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
})

/** POST /object/copy: copies a file, with the same metadata unless another is given. */
export async function copyObject(app: FastifyInstance) {
  app.post('/object/copy', async (request) => {
    const asked = readBody(request, body)
    const upsert = request.headers['x-upsert'] === 'true'
    const description = asked.copyMetadata ? undefined : { ...asked.metadata, userMetadata: metadataHeader(request) }
    const { Id, path } = await copyTo(app, request, { ...asked, upsert, description }, 'storage.object.copy')
    return { Id, Key: `${path.bucketId}/${path.key}`, ...(await findObject(app.database, asEngine, path)) }
  })
}

type CopyOptions = z.infer<typeof transferBody> & {
  upsert: boolean
  /** New metadata; undefined to keep the source's. */
  description: { mimetype?: string | undefined; cacheControl?: string | undefined; userMetadata: object } | undefined
}

export async function copyTo(
  app: FastifyInstance,
  request: FastifyRequest,
  { upsert, description, ...asked }: CopyOptions,
  operation: Operation,
): Promise<{ Id: string; path: ObjectPath }> {
  const { source, bucket, options, target: path } = await findSourceAndTarget(app, request, asked, operation)
  const before = metadataOf(source)
  const mimetype = checkedType(description?.mimetype ?? before.mimetype)
  const metadata: FileMetadata = {
    ...before,
    eTag: before.eTag ?? '""',
    mimetype,
    cacheControl: checkedHeader(description?.cacheControl ?? before.cacheControl ?? 'no-cache'),
    lastModified: new Date().toISOString(),
    contentLength: before.size,
    httpStatusCode: 200,
  }
  const copied = description ? description.userMetadata : source.user_metadata
  const userMetadata = typeof copied === 'object' && copied !== null ? copied : {}
  const owner = ownerOf(request.caller.claims.sub)
  const copy = { ...path, ...owner, metadata, userMetadata }
  await checkPolicies(app.database, options, writeObject(copy, '1', upsert))

  const transfer = await prepareTransfer(app, source, bucket, mimetype)
  try {
    metadata.mimetype = transfer.mimetype
    return { Id: await storeFile(app, options, copy, { upsert, put: transfer.put }), path }
  } finally {
    await transfer.discard()
  }
}
