import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, vacuum } from 'engine/testing/database'

/** The number of rows that one statement inserts: the engine stops a statement that runs for a minute. */
const BATCH_ROWS = 60_000

/**
 * Fills the database up to this many clients in North and a fifth of that in South, beside those of the seed and of
 * earlier calls: one added each minute, the last one now. All values derive from numbers, so that every run fills the
 * same database.
 */
export async function growTo(database: Database, clients: number, postgresUrl?: string): Promise<void> {
  const everybody = clients * 1.2
  const indexes = await database.run<{ name: string; definition: string }>(
    {},
    {
      text: `select indexname as name, indexdef as definition from pg_indexes
             where schemaname = 'public' and tablename = 'clients' and indexdef like '%gin_trgm_ops%'`,
    },
  )
  // Indexes are created again at the end, which takes a tenth of the time.
  for (const { name } of indexes) await database.run({}, { text: `drop index public.${name}` })
  const [have] = await database.run<{ last: number }>(
    {},
    { text: `select coalesce(max(right(id::text, 12)::int), 0) as last from public.clients where id::text like 'c1%'` },
  )
  for (let from = (have?.last ?? 0) + 1; from <= everybody; from += BATCH_ROWS) {
    await addClients(database, from, Math.min(from + BATCH_ROWS - 1, everybody))
  }
  for (const { definition } of indexes) {
    await database.transaction({ settings: { maintenance_work_mem: '512MB' } }, (tx) => tx.query(definition))
  }
  await vacuum(database, 'public.clients', postgresUrl)
}

/** The words and agencies of large-agency.sql, as a temporary table of the transaction. */
async function wordsStatement(): Promise<string> {
  const sql = await readFile(join(import.meta.dirname, 'large-agency.sql'), 'utf8')
  const statement = sql.split(/(?<=;)\n/).find((one) => one.includes('create temporary table words'))
  if (!statement) throw new Error('large-agency.sql makes no words.')
  return statement.replace('table words as', 'table words on commit drop as')
}

async function addClients(database: Database, from: number, to: number) {
  const words = await wordsStatement()
  // Triggers are disabled, since they work row by row; the statement does their work itself.
  await database.transaction({ settings: { session_replication_role: 'replica' } }, async (tx) => {
    await tx.query(words)
    await tx.query(
      `insert into public.clients (id, agency_id, name, company_name, email, phone, website_url, industry, prospect_status, created_at)
       select
         ('c1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
         agencies[case when n % 6 = 0 then 2 else 1 end],
         places[1 + n % 19] || ' ' || trades[1 + n % 23] || ' ' || n,
         case when n % 4 > 0 then families[1 + n % 17] || ' & Sons LLC' end,
         'hello@' || lower(replace(places[1 + n % 19], ' ', '')) || n || '.test',
         '(555) 01' || lpad((n % 100)::text, 2, '0') || '-' || lpad((n % 10000)::text, 4, '0'),
         case when n % 3 > 0 then 'https://' || lower(replace(places[1 + n % 19], ' ', '')) || n || '.test' end,
         (array['Technology', 'Healthcare', 'Finance', 'Retail', 'Education', 'Other', null])[1 + n % 7],
         (array['prospect', 'active', 'active', 'completed', 'paused'])[1 + n % 5],
         now() - interval '1000 days' + n * interval '1 minute'
       from words, generate_series($1::int, $2::int) as n`,
      [from, to],
    )
  })
}
