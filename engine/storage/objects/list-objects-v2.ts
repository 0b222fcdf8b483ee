import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database, Statement, TransactionOptions } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { asCaller } from '../http/caller-settings.ts'
import { count, readBody } from '../http/read-body.ts'
import { shownVersions } from './refuse-versions.ts'

const MAX_LISTED = 1000

const body = z.object({
  prefix: z.string().default(''),
  limit: count.min(1).default(MAX_LISTED),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
  noncurrentVersions: shownVersions,
  deleteMarkers: shownVersions,
  exactMatch: z.boolean().default(false),
})

export type Entry = {
  name: string
  /** The row's id; null for folders, which have no row. */
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: unknown
}

/** POST /object/list-v2/:bucket: everything below a prefix, or one folder level, with pagination. */
export async function listObjectsV2(app: FastifyInstance) {
  app.post<{ Params: { bucket: string } }>('/object/list-v2/:bucket', async (request) => {
    const asked = readBody(request, body)
    const options = asCaller(request, 'storage.object.list_v2', request.caller)
    const { entries: shown, nextCursor } = await listEntries(app.database, options, request.params.bucket, asked)
    const isFolder = ({ id }: Entry) => id === null
    return {
      hasNext: nextCursor !== undefined,
      ...(nextCursor !== undefined && { nextCursor }),
      folders: shown.filter(isFolder).map(({ name }) => ({ key: lastSegment(name), name })),
      objects: shown
        .filter((entry) => !isFolder(entry))
        .map((entry) => (asked.with_delimiter ? { key: lastSegment(entry.name), ...entry } : entry)),
    }
  })
}

/** A page of the files that the caller may see; missing options take the defaults of the request. */
export async function listEntries(
  database: Database,
  options: TransactionOptions,
  bucketId: string,
  wish: z.input<typeof body>,
): Promise<{ entries: Entry[]; nextCursor: string | undefined }> {
  const asked = body.parse(wish)
  const limit = Math.min(asked.limit, MAX_LISTED)
  // One more entry than requested tells whether there is another page.
  const statement = listing(bucketId, { ...asked, limit: limit + 1 })
  const found = await database.run<Entry>({ ...options, readOnly: true }, statement)
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const isMore = found.length > limit && last !== undefined
  return { entries, nextCursor: isMore ? writeCursor(last, asked.sortBy.column) : undefined }
}

/** The cursor of the page after this name. */
export const cursorBehind = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : Buffer.from(JSON.stringify({ name, at: null })).toString('base64url')

/** The last segment of a path; folders end in a slash. */
const lastSegment = (name: string) => name.replace(/\/$/, '').split('/').at(-1)

/**
 * Names are compared by their bytes, and a page begins after the last entry of the previous one. When sorted by date,
 * folders count as the oldest. With a delimiter, names that continue after the next slash are grouped into one folder.
 */
function listing(bucketId: string, asked: z.infer<typeof body>): Statement {
  const { prefix, limit, cursor, with_delimiter, sortBy, exactMatch } = asked
  const { column, order } = sortBy
  const behind = cursor ? readCursor(cursor) : undefined
  // These words come from the enums above, never from the caller.
  const direction = order === 'asc' ? '>' : '<'
  const date = column === 'name' ? undefined : `coalesce(date_trunc('milliseconds', ${column}), 'epoch')`
  const place = date ? `(${date}, name)` : 'name'
  // A condition that lets the index start at the page.
  const from = date || order === 'desc' ? '' : `and name collate "C" >= coalesce($5::text, '')`
  const next = date ? '($4::timestamptz, $5::text)' : '$5::text'
  const columns = 'id, updated_at, created_at, last_accessed_at, metadata'
  return {
    text: `
      with found as (
        select name collate "C" as name, strpos(substr(name, length($2::text) + 1), '/') as slash, ${columns}
        from storage.objects
        where bucket_id = $1
          and name collate "C" >= $2::text and name collate "C" < $2::text || chr(1114111)
          ${from} ${exactMatch ? 'and name = $2::text' : ''}
      ), shown as (
        select name, ${columns} from found ${with_delimiter ? 'where slash = 0' : ''}
        ${with_delimiter ? `union all ${folders} from found where slash > 0` : ''}
      )
      select name, ${columns} from shown
      where $5::text is null and $4::timestamptz is null or ${place} ${direction} ${next}
      order by ${date ? `${date} ${order}, ` : ''}name ${order} limit $3`,
    values: [bucketId, prefix, limit, behind?.at ?? null, behind?.name ?? null],
  }
}

const folders = `
  select distinct left(name, length($2::text) + slash), null::uuid, null::timestamptz, null::timestamptz,
    null::timestamptz, null::jsonb`

const cursorContent = z.object({ name: z.string(), at: z.iso.datetime().nullable() })

function writeCursor(entry: Entry, column: 'name' | 'updated_at' | 'created_at'): string {
  const at = column === 'name' ? null : (entry[column] ?? new Date(0)).toISOString()
  return Buffer.from(JSON.stringify({ name: entry.name, at })).toString('base64url')
}

function readCursor(cursor: string): z.infer<typeof cursorContent> {
  try {
    return cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw storageErrors.invalidParameter('cursor is none that a list has given')
  }
}
