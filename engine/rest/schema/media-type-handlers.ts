import type { Transaction } from '../../database/database.ts'
import { baseTypeOf } from './base-type.ts'
import { type Handler, handlerKey, type Name } from './schema-types.ts'

type HandlerRow = {
  kind: Handler['kind']
  function: Name
  row_type: Name | null
  target: Name | null
  type: string
  is_binary: boolean
}

/**
 * Loads the handlers of custom media types: aggregates over rows, and functions whose result is the body already.
 * Either returns a domain named like the media type (docs/wire/rest.md#answers).
 */
export async function loadHandlers(tx: Transaction, schemas: readonly string[]): Promise<Map<string, Handler>> {
  const rows = await tx.query<HandlerRow>(HANDLERS, [schemas])
  return new Map(
    rows.map(({ kind, function: called, row_type, target, type, is_binary }) => [
      handlerKey(target ?? undefined, type),
      { kind, function: called, of: row_type ?? undefined, contentType: contentTypeOf(type), isBinary: is_binary },
    ]),
  )
}

function contentTypeOf(type: string): string {
  if (type === '*/*') return 'application/octet-stream'
  return inUtf8.has(type) ? `${type}; charset=utf-8` : type
}

/** Media types that PostgREST sends with a charset; a project's own media types are sent as they are named. */
const inUtf8: ReadonlySet<string> = new Set([
  'application/json',
  'application/geo+json',
  'application/openapi+json',
  'application/x-www-form-urlencoded',
  'text/csv',
  'text/plain',
  'text/xml',
])

const HANDLERS = `
with media as (
  select d.oid, lower(d.typname) as type, n.nspname as schema, d.typname as name, b.oid = 'bytea'::regtype as is_binary
  from pg_type d
  join pg_namespace n on n.oid = d.typnamespace
  join lateral (select ${baseTypeOf('d')} as oid) as b on true
  where d.typtype = 'd' and (d.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' or d.typname = '*/*')
),
takers as (
  select
    p.prokind,
    json_build_object('schema', n.nspname, 'name', p.proname) as named,
    case when a.typname <> 'anyelement' then json_build_object('schema', an.nspname, 'name', a.typname) end as row_type,
    media.*
  from media
  join pg_proc p on p.prorettype = media.oid
  join pg_namespace n on n.oid = p.pronamespace
  left join pg_type a on a.oid = p.proargtypes[0]
  left join pg_namespace an on an.oid = a.typnamespace
  where n.nspname = any ($1) and (
    p.prokind = 'f' and not p.proretset
    or p.prokind = 'a' and p.pronargs = 1 and (a.typname = 'anyelement' or a.typtype = 'c')
  )
)
select
  case prokind when 'a' then 'aggregate' else 'domain' end as kind,
  case prokind when 'a' then named else json_build_object('schema', schema, 'name', name) end as function,
  case prokind when 'a' then row_type end as row_type,
  case prokind when 'a' then row_type else named end as target,
  type,
  is_binary
from takers`
