import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Statement } from '../../database/database.ts'
import { requireBucket } from '../buckets/bucket.ts'
import { storageErrors } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { type ObjectPath, requireValidKey } from '../http/path.ts'
import { asCaller, ownerOf, rehearse } from '../http/statements.ts'
import { findObject, type StoredObject } from './object.ts'
import { removeFiles, takeBack } from './remove-files.ts'
import { prepareTransfer } from './transfer.ts'

export const transferBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

/** POST /object/move: another key for a file, which stays the same row and gets a new version. */
export async function moveObject(app: FastifyInstance) {
  app.post('/object/move', async (request) => {
    const asked = readBody(request, transferBody)
    requireValidKey(asked.destinationKey)
    await requireBucket(app.database, asked.bucketId)
    const bucket = await requireBucket(app.database, asked.destinationBucket ?? asked.bucketId)
    const options = asCaller(request, 'storage.object.move', request.caller)
    const source = await findObject(app.database, options, { bucketId: asked.bucketId, key: asked.sourceKey })
    if (!source) throw storageErrors.noObject()

    const version = randomUUID()
    const target = { bucketId: bucket.id, key: asked.destinationKey, sub: request.caller.claims.sub }
    const rehearsed = await rehearse(app.database, options, renaming(source, { ...target, version }))
    if (rehearsed.length === 0) throw storageErrors.accessDenied()

    const transfer = await prepareTransfer(app, source, bucket)
    try {
      await transfer.put(version)
    } finally {
      await transfer.discard()
    }
    try {
      const { mimetype } = transfer
      const moved = await app.database.run(options, renaming(source, { ...target, version, mimetype }))
      if (moved.length === 0) throw storageErrors.noObject() // replaced or removed meanwhile
    } catch (error) {
      await takeBack(app, version, error)
      throw error
    }
    await removeFiles(app, [source.version])
    return { message: 'Successfully moved' }
  })
}

type Target = ObjectPath & { version: string; sub: string | undefined; mimetype?: string }

/** RETURNING, so that the policy to read must let the caller see the new row too (storage.md §13). */
function renaming(source: StoredObject, { bucketId, key, version, sub, mimetype }: Target): Statement {
  const { owner, ownerId } = ownerOf(sub)
  return {
    text: `update storage.objects set bucket_id = $1, name = $2, version = $3,
        owner = coalesce($4::uuid, owner), owner_id = coalesce($5, owner_id), metadata = metadata || $6
      where id = $7 and version is not distinct from $8 returning id`,
    values: [bucketId, key, version, owner, ownerId, JSON.stringify({ mimetype }), source.id, source.version],
  }
}
