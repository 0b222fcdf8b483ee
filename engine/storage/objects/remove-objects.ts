import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Statement, TransactionOptions } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { pathOf, type WithPath } from '../http/path.ts'
import { asCaller, asEngine, permanently } from '../http/statements.ts'
import { takeTurns } from './lock-object.ts'
import { findObject, isCurrent, objectColumns, type StoredObject } from './object.ts'
import { removeReplaced } from './remove-files.ts'
import { versionOf } from './versions.ts'

const version = z.object({ path: z.string(), versionId: z.string() })

/** Exact names, in spite of their name, or one version of a name each. */
const body = z.object({
  prefixes: z
    .array(z.union([z.string(), version]))
    .min(1)
    .max(1000),
})

type Entry = string | z.infer<typeof version>

/** DELETE: rows first, then their files, so that no row is ever without its file. */
export async function removeObjects(app: FastifyInstance) {
  /** Removes those that the caller may see and delete, and passes over the others without a word. */
  app.delete<{ Params: { bucket: string } }>('/object/:bucket', async (request) => {
    const { prefixes } = readBody(request, body)
    const options = asCaller(request, 'storage.object.delete_many', request.caller)
    return removeEntries(app, options, request.params.bucket, prefixes)
  })

  /** Removes one, and says why if it does not. */
  app.delete<WithPath>('/object/:bucket/*', async (request) => {
    const path = pathOf(request)
    const versionId = versionOf(request)
    const options = asCaller(request, 'storage.object.delete', request.caller)
    const entry = versionId === undefined ? path.key : { path: path.key, versionId }
    const removed = await removeEntries(app, options, path.bucketId, [entry])
    if (removed.length === 0) {
      const exists = await findObject(app.database, asEngine, { ...path, versionId })
      throw exists ? storageErrors.accessDenied() : storageErrors.noObject()
    }
    return { message: 'Successfully deleted' }
  })
}

/** Returns the rows of those that the caller may see and delete, which are gone. */
export async function removeEntries(
  app: FastifyInstance,
  options: TransactionOptions,
  bucketId: string,
  entries: Entry[],
): Promise<StoredObject[]> {
  const keys = entries.filter((entry) => typeof entry === 'string')
  const versions = entries.filter((entry) => typeof entry !== 'string')
  const removed: StoredObject[] = []
  if (keys.length > 0) removed.push(...(await app.database.run<StoredObject>(options, removalOfFiles(bucketId, keys))))
  if (versions.length > 0) {
    const { text, values } = removalOfVersions(bucketId, versions)
    const paths = versions.map(({ path }) => path)
    // By turns: the row that takes the place of one may be among those that somebody else is removing.
    const gone = await app.database.transaction(permanently(options), async (tx) => {
      await takeTurns(tx, bucketId, paths)
      return tx.query<StoredObject>(text, values)
    })
    removed.push(...gone)
  }
  await removeReplaced(
    app,
    removed.map(({ version }) => version),
  )
  return removed
}

/** Of the files that are there. Where their bucket keeps versions, they become the latest of the earlier ones. */
const removalOfFiles = (bucketId: string, keys: string[]): Statement => ({
  text: `delete from storage.objects where bucket_id = $1 and name = any($2) and ${isCurrent} returning ${objectColumns}`,
  values: [bucketId, keys],
})

/** Of versions of any age, and of delete markers. */
const removalOfVersions = (bucketId: string, versions: z.infer<typeof version>[]): Statement => ({
  text: `delete from storage.objects where bucket_id = $1
    and (name, version) in (select * from unnest($2::text[], $3::text[])) returning ${objectColumns}`,
  values: [bucketId, versions.map(({ path }) => path), versions.map(({ versionId }) => versionId)],
})
