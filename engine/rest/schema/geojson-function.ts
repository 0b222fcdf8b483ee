import type { Transaction } from '../../database/database.ts'
import type { Name } from './schema-types.ts'

/** Finds PostGIS' function that makes a GeoJSON feature of a row, in any schema. */
export async function loadFeature(tx: Transaction): Promise<Name | undefined> {
  const [found] = await tx.query<Name>(FEATURE)
  return found
}

const FEATURE = `
select n.nspname as schema, p.proname as name
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype
order by p.oid
limit 1`
