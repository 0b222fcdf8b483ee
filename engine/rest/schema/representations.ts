import type { Transaction } from '../../database/database.ts'
import type { Representation, Table } from './schema-types.ts'

type CastRow = { source: string; target: string; function: string }

/** Loads the representations of domains, by the domain's type as `format_type` writes it. */
export async function loadRepresentations(tx: Transaction): Promise<Map<string, Representation>> {
  const representations = new Map<string, Representation>()
  const add = (domain: string, part: Representation) =>
    representations.set(domain, { ...representations.get(domain), ...part })
  for (const { source, target, function: called } of await tx.query<CastRow>(CASTS)) {
    if (target === 'json') add(source, { toJson: called })
    else if (source === 'json') add(target, { fromJson: called })
    else if (source === 'text') add(target, { fromText: called })
  }
  return representations
}

export function withRepresentations(table: Table, representations: ReadonlyMap<string, Representation>): Table {
  const columns = [...table.columns].map(([name, column]) => {
    const representation = representations.get(column.type)
    return [name, representation ? { ...column, representation } : column] as const
  })
  return { ...table, columns: new Map(columns) }
}

const CASTS = `
select
  format_type(c.castsource, null) as source,
  format_type(c.casttarget, null) as target,
  format('%I.%I', n.nspname, p.proname) as function
from pg_cast c
join pg_proc p on p.oid = c.castfunc
join pg_namespace n on n.oid = p.pronamespace
join pg_type s on s.oid = c.castsource
join pg_type t on t.oid = c.casttarget
where c.castcontext = 'i' and c.castmethod = 'f' and (s.typtype = 'd' or t.typtype = 'd')`
