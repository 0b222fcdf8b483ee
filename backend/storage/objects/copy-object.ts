import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine, ownerOf, rehearse } from '../http/statements.ts'
import { checkedHeader, checkedType, metadataHeader } from './incoming-file.ts'
import { keepFile, writeObject } from './keep-file.ts'
import { type FileMetadata, findObject, metadataOf } from './object.ts'
import { findParties, prepareTransfer, transferBody } from './transfer.ts'

const body = transferBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
})

/** POST /object/copy: a second file with the same content, and with the same description unless another is given. */
export async function copyObject(app: FastifyInstance) {
  app.post('/object/copy', async (request) => {
    const asked = readBody(request, body)
    const { source, bucket, options, target: path } = await findParties(app, request, asked, 'storage.object.copy')
    const upsert = request.headers['x-upsert'] === 'true'
    const before = metadataOf(source)
    const given = asked.copyMetadata ? undefined : asked.metadata
    const mimetype = checkedType(given?.mimetype ?? before.mimetype)
    const metadata: FileMetadata = {
      ...before,
      eTag: before.eTag ?? '""',
      mimetype,
      cacheControl: checkedHeader(given?.cacheControl ?? before.cacheControl ?? 'no-cache'),
      lastModified: new Date().toISOString(),
      contentLength: before.size,
      httpStatusCode: 200,
    }
    const copied = asked.copyMetadata ? source.user_metadata : metadataHeader(request)
    const userMetadata = typeof copied === 'object' && copied !== null ? copied : {}
    const owner = ownerOf(request.caller.claims.sub)
    const copy = { ...path, ...owner, metadata, userMetadata }
    await rehearse(app.database, options, writeObject(copy, '1', upsert))

    const transfer = await prepareTransfer(app, source, bucket, mimetype)
    try {
      metadata.mimetype = transfer.mimetype
      const Id = await keepFile(app, options, copy, { upsert, put: transfer.put })
      return { Id, Key: `${path.bucketId}/${path.key}`, ...(await findObject(app.database, asEngine, path)) }
    } finally {
      await transfer.discard()
    }
  })
}
