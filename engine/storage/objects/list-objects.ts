import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Statement } from '../../database/database.ts'
import { asCaller } from '../http/caller-settings.ts'
import { count, readBody } from '../http/read-body.ts'
import { shownVersions } from './refuse-versions.ts'

const MAX_LISTED = 1500

const body = z.object({
  prefix: z.string(),
  limit: count.default(100),
  offset: count.default(0),
  search: z.string().nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
  noncurrentVersions: shownVersions,
  deleteMarkers: shownVersions,
  exactMatch: z.boolean().default(false),
})

/** POST /object/list/:bucket: the files and folders directly below a prefix that the caller may see. */
export async function listObjects(app: FastifyInstance) {
  app.post<{ Params: { bucket: string } }>('/object/list/:bucket', async (request) => {
    const asked = readBody(request, body)
    const options = asCaller(request, 'storage.object.list', request.caller)
    return app.database.run({ ...options, readOnly: true }, listing(request.params.bucket, asked))
  })
}

/**
 * Names are compared case-insensitively and then by their bytes. Names that continue after the next slash are grouped
 * into one folder, which has no row and no id. The bounds are explicit so that the index on `lower(name)` is used.
 */
function listing(bucketId: string, asked: z.infer<typeof body>): Statement {
  const { prefix, limit, offset, sortBy, exactMatch } = asked
  const search = asked.search ?? ''
  // Names are shown from the folder of the prefix on, and a search may hold a folder of its own.
  const folder = exactMatch ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : asFolder(prefix)
  const below = search.lastIndexOf('/') + 1
  const isByName = sortBy.column === 'name'
  // These words come from the enums above, never from the caller.
  const byName = `lower(name) collate "C" ${sortBy.order}, name collate "C" ${sortBy.order}`
  const order = isByName ? byName : `id is not null, ${sortBy.column} ${sortBy.order}, ${byName}`
  const columns = 'id, updated_at, created_at, last_accessed_at, metadata'
  return {
    text: `
      with found as (
        select substr(name, length($2::text) + 1) as name, substr(name, length($2::text) + $6::int + 1) as rest, ${columns}
        from storage.objects
        where bucket_id = $1
          and lower(name) collate "C" >= lower($3::text) and lower(name) collate "C" < lower($3::text) || chr(1114111)
          ${exactMatch ? 'and name = $3::text' : ''}
      ), shown as (
        select name, ${columns}
        from found where rest <> '' and strpos(rest, '/') = 0
        union all
        select distinct left(name, $6::int) || split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz,
          null::jsonb
        from found where strpos(rest, '/') > 0
      )
      select name, ${columns} from shown
      order by ${order} limit $4 offset $5`,
    values: [bucketId, folder, exactMatch ? prefix : folder + search, Math.min(limit, MAX_LISTED), offset, below],
  }
}

const asFolder = (prefix: string) => (prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`)
