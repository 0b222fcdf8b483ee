import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Statement, Transaction, TransactionOptions } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { readBody } from '../http/body.ts'
import type { ObjectPath } from '../http/path.ts'
import { ownerOf, permanently, rehearseAll } from '../http/statements.ts'
import { asItself, lockObject } from './lock-object.ts'
import type { StoredObject } from './object.ts'
import { removeReplaced, takeBack } from './remove-files.ts'
import { findParties, prepareTransfer, transferBody } from './transfer.ts'

/**
 * POST /object/move: another key for a file, which stays the same row and gets a new version. An earlier version that is
 * moved to the file's own key, or another, is the current one there.
 */
export async function moveObject(app: FastifyInstance) {
  app.post('/object/move', async (request) => {
    const asked = readBody(request, transferBody)
    const { source, bucket, target: path, ...parties } = await findParties(app, request, asked, 'storage.object.move')
    // A version that is named leaves nothing behind where it was.
    const options = asked.sourceVersionId === undefined ? parties.options : permanently(parties.options)
    const version = randomUUID()
    const target = { ...path, version, sub: request.caller.claims.sub }
    const isRestored = source.archived_at !== null && source.bucket_id === path.bucketId && source.name === path.key
    const move = async (tx: Transaction, mimetype?: string) => {
      if (isRestored) await requireReplaceable(tx, options, path)
      const { text, values } = renaming(source, { ...target, mimetype })
      return tx.query(text, values)
    }
    const rehearsed = await rehearseAll(app.database, options, move)
    if (rehearsed.length === 0) throw storageErrors.accessDenied()

    const transfer = await prepareTransfer(app, source, bucket)
    try {
      await transfer.put(version)
    } finally {
      await transfer.discard()
    }
    try {
      const moved = await app.database.transaction(options, (tx) => move(tx, transfer.mimetype))
      if (moved.length === 0) throw storageErrors.noObject() // replaced or removed meanwhile
    } catch (error) {
      await takeBack(app, version, error)
      throw error
    }
    await removeReplaced(app, [source.version])
    return { message: 'Successfully moved' }
  })
}

/** A version that is restored takes the place of the file that is there, as an upload would. Throws `accessDenied`. */
async function requireReplaceable(tx: Transaction, options: TransactionOptions, path: ObjectPath) {
  const current = await asItself(tx, options, () => lockObject(tx, path))
  if (!current || current.is_delete_marker) return
  // For update, so that the policies to change the row are asked, not only those to see it.
  const seen = await tx.query('select from storage.objects where id = $1 for update', [current.id])
  if (seen.length === 0) throw storageErrors.accessDenied()
}

type Target = ObjectPath & { version: string; sub: string | undefined; mimetype: string | undefined }

/** RETURNING, so that the policy to read must let the caller see the new row too (storage.md §13). */
function renaming(source: StoredObject, { bucketId, key, version, sub, mimetype }: Target): Statement {
  const { owner, ownerId } = ownerOf(sub)
  return {
    text: `update storage.objects set bucket_id = $1, name = $2, version = $3, archived_at = null,
        owner = coalesce($4::uuid, owner), owner_id = coalesce($5, owner_id), metadata = metadata || $6
      where id = $7 and version is not distinct from $8 returning id`,
    values: [bucketId, key, version, owner, ownerId, JSON.stringify({ mimetype }), source.id, source.version],
  }
}
