import type { Database } from '../../database/database.ts'
import { asEngine } from '../http/statements.ts'
import { distances } from './distance.ts'
import { filterSql } from './filter.ts'
import { batchOf, fromBytes } from './values.ts'
import { unfilterableKeys, type VectorIndex } from './vector-index.ts'

export type Match = { key: string; distance: number }

/** However short the vectors are, this many are read at once at most. */
const MOST_AT_ONCE = 10_000

/**
 * The vectors closest to the given one, closest first: exactly, by a look at each that meets the filter. They are read in
 * batches, so that others get their turn at the database, and no index is too large for the memory.
 */
export async function nearest(
  database: Database,
  index: VectorIndex,
  query: Float32Array,
  { filter, topK }: { filter?: unknown; topK: number },
): Promise<Match[]> {
  const distance = distances[index.distance_metric]
  const batch = batchOf(index, MOST_AT_ONCE)
  const filterValues: unknown[] = [index.id, '', batch]
  const condition = filter === undefined ? 'true' : filterSql(filter, unfilterableKeys(index), filterValues)
  let best: Match[] = []
  for (let after = ''; ; ) {
    const values = filterValues.with(1, after)
    const rows = await database.run<{ key: string; data: Buffer }>(asEngine, {
      text: `select key, data from engine.vectors where index_id = $1 and key > $2 and ${condition} order by key limit $3`,
      values,
    })
    const matches = rows.map(({ key, data }) => ({ key, distance: distance(query, fromBytes(data)) }))
    // By key where two are equally far, as they came.
    best = [...best, ...matches].sort((a, b) => a.distance - b.distance).slice(0, topK)
    const last = rows.at(-1)
    if (!last || rows.length < batch) return best
    after = last.key
  }
}
