import { queryOptions } from '@tanstack/react-query'
import { IdBatches } from '../../lib/id-batches.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { LinkedRecord } from './linked-record.ts'

const namesIn = (table: 'clients' | 'projects' | 'contact_submissions') =>
  new IdBatches(async (ids) => {
    const rows = unwrap(
      await (await supabase())
        .from(table)
        .select('id, name')
        .in('id', [...ids]),
    )
    return new Map(rows.map(({ id, name }) => [id, name]))
  })

const names = {
  clients: namesIn('clients'),
  projects: namesIn('projects'),
  enquiries: namesIn('contact_submissions'),
} as const satisfies Record<LinkedRecord['kind'], IdBatches<string>>

/**
 * The name of a linked client, project or enquiry; null if it does not exist or is not visible. The names of one screen are
 * read together.
 */
export const recordNameQuery = ({ kind, id }: LinkedRecord) =>
  queryOptions({ queryKey: [kind, 'name', id], queryFn: () => names[kind].ask(id) })
