import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Statement } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { checkPolicies, ownerOf } from '../http/caller-settings.ts'
import type { ObjectPath } from '../http/object-path.ts'
import { readBody } from '../http/read-body.ts'
import type { StoredObject } from '../rows/object-rows.ts'
import { removeFiles, removeRejectedFile } from '../rows/remove-files.ts'
import { findSourceAndTarget, prepareTransfer, transferBody } from './copy-or-move.ts'

/** POST /object/move: gives a file another key. The row stays the same and gets a new version. */
export async function moveObject(app: FastifyInstance) {
  app.post('/object/move', async (request) => {
    const asked = readBody(request, transferBody)
    const {
      source,
      bucket,
      target: path,
      options,
    } = await findSourceAndTarget(app, request, asked, 'storage.object.move')
    const version = randomUUID()
    const target = { ...path, version, sub: request.caller.claims.sub }
    const rehearsed = await checkPolicies(app.database, options, renaming(source, { ...target, mimetype: undefined }))
    if (rehearsed.length === 0) throw storageErrors.accessDenied()

    const transfer = await prepareTransfer(app, source, bucket)
    try {
      await transfer.put(version)
    } finally {
      await transfer.discard()
    }
    try {
      const moved = await app.database.run(options, renaming(source, { ...target, mimetype: transfer.mimetype }))
      if (moved.length === 0) throw storageErrors.noObject() // replaced or removed meanwhile
    } catch (error) {
      await removeRejectedFile(app, version, error)
      throw error
    }
    await removeFiles(app, [source.version])
    return { message: 'Successfully moved' }
  })
}

type Target = ObjectPath & { version: string; sub: string | undefined; mimetype: string | undefined }

/**
 * The statement that renames a row. It has RETURNING, so the select policy must also allow the new row
 * (docs/wire/storage.md#which-policies-an-operation-needs).
 */
function renaming(source: StoredObject, { bucketId, key, version, sub, mimetype }: Target): Statement {
  const { owner, ownerId } = ownerOf(sub)
  return {
    text: `update storage.objects set bucket_id = $1, name = $2, version = $3,
        owner = coalesce($4::uuid, owner), owner_id = coalesce($5, owner_id), metadata = metadata || $6
      where id = $7 and version is not distinct from $8 returning id`,
    values: [bucketId, key, version, owner, ownerId, JSON.stringify({ mimetype }), source.id, source.version],
  }
}
