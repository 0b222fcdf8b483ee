import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Statement } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { count, readBody } from '../http/body.ts'
import { asCaller } from '../http/statements.ts'

const MOST = 1000

const body = z.object({
  prefix: z.string().default(''),
  limit: count.min(1).default(MOST),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

type Entry = {
  name: string
  /** Folders have no row and so no id. */
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: unknown
}

/** POST /object/list-v2/:bucket: everything below a prefix, or folder by folder, page by page at any depth. */
export async function listObjectsV2(app: FastifyInstance) {
  app.post<{ Params: { bucket: string } }>('/object/list-v2/:bucket', async (request) => {
    const asked = readBody(request, body)
    const limit = Math.min(asked.limit, MOST)
    const options = asCaller(request, 'storage.object.list_v2', request.caller)
    // One more than is shown says whether there are more.
    const statement = listing(request.params.bucket, { ...asked, limit: limit + 1 })
    const entries = await app.database.run<Entry>({ ...options, readOnly: true }, statement)
    const shown = entries.slice(0, limit)
    const last = shown.at(-1)
    const isFolder = ({ id }: Entry) => id === null
    return {
      hasNext: entries.length > limit,
      ...(entries.length > limit && last && { nextCursor: writeCursor(last, asked.sortBy.column) }),
      folders: shown.filter(isFolder).map(({ name }) => ({ key: lastSegment(name), name })),
      objects: shown
        .filter((entry) => !isFolder(entry))
        .map((entry) => (asked.with_delimiter ? { key: lastSegment(entry.name), ...entry } : entry)),
    }
  })
}

/** The last part of a path; folders end in a slash. */
const lastSegment = (name: string) => name.replace(/\/$/, '').split('/').at(-1)

/**
 * Names are compared by their bytes, and a page begins behind the last entry of the one before. Sorted by date, folders
 * count as the oldest. With a delimiter, a name that goes on behind the next slash shows as a folder, once.
 */
function listing(bucketId: string, { prefix, limit, cursor, with_delimiter, sortBy }: z.infer<typeof body>): Statement {
  const { column, order } = sortBy
  const behind = cursor ? readCursor(cursor) : undefined
  // From the lists of words above, never the caller's.
  const direction = order === 'asc' ? '>' : '<'
  const date = column === 'name' ? undefined : `coalesce(date_trunc('milliseconds', ${column}), 'epoch')`
  const place = date ? `(${date}, name)` : 'name'
  // For the index, which then begins at the page.
  const from = date || order === 'desc' ? '' : `and name collate "C" >= coalesce($5::text, '')`
  const next = date ? '($4::timestamptz, $5::text)' : '$5::text'
  return {
    text: `
      with found as (
        select name collate "C" as name, strpos(substr(name, length($2::text) + 1), '/') as slash,
          id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = $1 and name collate "C" >= $2::text and name collate "C" < $2::text || chr(1114111)
          ${from}
      ), shown as (${with_delimiter ? folderByFolder : everything})
      select name, id, updated_at, created_at, last_accessed_at, metadata from shown
      where $5::text is null and $4::timestamptz is null or ${place} ${direction} ${next}
      order by ${date ? `${date} ${order}, ` : ''}name ${order} limit $3`,
    values: [bucketId, prefix, limit, behind?.at ?? null, behind?.name ?? null],
  }
}

const columns = 'name, id, updated_at, created_at, last_accessed_at, metadata'

const everything = `select ${columns} from found`

const folderByFolder = `
  select ${columns} from found where slash = 0
  union all
  select distinct left(name, length($2::text) + slash), null::uuid, null::timestamptz, null::timestamptz,
    null::timestamptz, null::jsonb
  from found where slash > 0`

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
