import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readBody } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import type { OfTable } from '../catalog.ts'
import { IcebergError, icebergErrors } from '../errors.ts'
import { stringifyWithLongs } from '../long-json.ts'
import { applyUpdates } from '../metadata/apply-updates.ts'
import { emptyTable } from '../metadata/new-table.ts'
import { withPreviousFile } from '../metadata/previous-file.ts'
import { checkRequirements } from '../metadata/requirements.ts'
import { requireResourceName } from '../names.ts'
import { addTable } from './add-table.ts'
import { type Commit, commit } from './commit.ts'
import { unlessUnknown } from './commit-state.ts'
import { findPlace, type Place, type Table, tableJson } from './table.ts'
import { parseTableBody } from './table-body.ts'
import { isOwnLocation, newLocation, removeMetadata, writeMetadata } from './table-files.ts'

/** Of two that commit at once one is first, and the other looks again. So many times in a row nobody is unlucky. */
const MOST_ATTEMPTS = 20

/** POST /:prefix/namespaces/:namespace/tables/:table: all of its updates at once, if all of its requirements hold. */
export async function commitTable(app: FastifyInstance, request: FastifyRequest<OfTable>) {
  const asked = readBody(request, commit, parseTableBody)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const place = await findPlace(app, request)
    const table = place.table
      ? await changeTable(app, request, place.catalogId, place.table, asked)
      : await makeTable(app, request, place, asked)
    if (table) return tableJson(table)
  }
  throw icebergErrors.commitFailed('Too many others commit to this table at the same time')
}

/** Undefined where somebody else was faster. */
async function changeTable(
  app: FastifyInstance,
  request: FastifyRequest,
  catalogId: string,
  table: Table,
  { requirements, updates }: Commit,
): Promise<Omit<Table, 'id'> | undefined> {
  checkRequirements(requirements, table.metadata)
  const changed = applyUpdates(table.metadata, updates)
  if (changed === table.metadata) return table
  const { metadata, forgotten } = withPreviousFile(changed, table)
  const metadataLocation = await writeMetadata(app, catalogId, metadata, table.metadataLocation)
  const update = app.database.run(asCaller(request, 'storage.iceberg.table.commit', request.caller), {
    text: `update storage.iceberg_tables set metadata = $3, metadata_location = $4, updated_at = now()
      where id = $1 and metadata_location = $2 returning id`,
    values: [table.id, table.metadataLocation, stringifyWithLongs(metadata), metadataLocation],
  })
  const committed = await update.catch(async (error: unknown) => {
    const refusal = unlessUnknown(error)
    await removeMetadata(app, catalogId, metadata, metadataLocation)
    throw refusal
  })
  if (committed.length === 0) {
    await removeMetadata(app, catalogId, metadata, metadataLocation)
    return undefined
  }
  for (const file of forgotten) await removeMetadata(app, catalogId, metadata, file)
  return { metadataLocation, metadata }
}

/** A table that was staged, and is written in the same commit. Undefined where somebody else was faster. */
async function makeTable(
  app: FastifyInstance,
  request: FastifyRequest<OfTable>,
  { catalogId, namespaceId }: Place,
  { requirements, updates }: Commit,
): Promise<Omit<Table, 'id'> | undefined> {
  const { prefix: bucket, namespace, table: name } = request.params
  if (!requirements.some(({ type }) => type === 'assert-create')) throw icebergErrors.noTable(namespace, name)
  checkRequirements(requirements, undefined)
  requireResourceName(name)
  const uuid = randomUUID()
  const empty = emptyTable(uuid, newLocation(app, catalogId, uuid))
  const metadata = applyUpdates(empty, updates, { mayLieAt: (location) => isOwnLocation(app, catalogId, location) })
  try {
    return await addTable(app, request, { catalogId, namespaceId, bucket, namespace, name }, metadata)
  } catch (error) {
    if (error instanceof IcebergError && error.type === 'AlreadyExistsException') return undefined
    throw error
  }
}
