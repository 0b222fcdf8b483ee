import type { Database } from '../engine/database/database.ts'
import { vacuum } from '../engine/testing/vacuum.ts'

/** Rows go in so many at a time: the engine takes a statement that runs for a minute for a runaway. */
const AT_ONCE = 60_000

/**
 * Has so many clients in North, and a fifth of that in South, beside those of the seed and of what was there by an earlier
 * call: one added each minute, the last one now. Numbers decide everything, so that every run fills the same database.
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
  // Made anew at the end, which takes a tenth of the time.
  for (const { name } of indexes) await database.run({}, { text: `drop index public.${name}` })
  const [have] = await database.run<{ last: number }>(
    {},
    { text: `select coalesce(max(right(id::text, 12)::int), 0) as last from public.clients where id::text like 'c1%'` },
  )
  for (let from = (have?.last ?? 0) + 1; from <= everybody; from += AT_ONCE) {
    await addClients(database, from, Math.min(from + AT_ONCE - 1, everybody))
  }
  for (const { definition } of indexes) {
    await database.transaction({ settings: { maintenance_work_mem: '512MB' } }, (tx) => tx.query(definition))
  }
  await vacuum(database, 'public.clients', postgresUrl)
}

const addClients = (database: Database, from: number, to: number) =>
  // What the triggers would do, one row at a time, is done by the statement itself.
  database.transaction({ settings: { session_replication_role: 'replica' } }, (tx) =>
    tx.query(
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
       from generate_series($1::int, $2::int) as n
       cross join (
         select
           array['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002']::uuid[] as agencies,
           array['Harbor', 'Maple', 'Summit', 'Lakeside', 'Oak Street', 'Golden', 'Riverside', 'Bluebird', 'Cedar', 'Union',
                 'Prairie', 'Sunrise', 'Old Town', 'Northgate', 'Willow', 'Copper', 'Magnolia', 'Granite', 'Juniper'] as places,
           array['Bakery', 'Dental', 'Garage', 'Florist', 'Plumbing', 'Realty', 'Yoga', 'Books', 'Roofing', 'Pizza', 'Law Office',
                 'Vet Clinic', 'Barbers', 'Coffee', 'Hardware', 'Pharmacy', 'Preschool', 'Brewing', 'Landscaping', 'Tailors',
                 'Optics', 'Bicycles', 'Catering'] as trades,
           array['Garcia', 'Nguyen', 'Miller', 'Okafor', 'Patel', 'Rossi', 'Kim', 'Haddad', 'Larsen', 'Silva', 'Murphy', 'Novak',
                 'Tanaka', 'Ahmed', 'Dubois', 'Kowalski', 'Reyes'] as families
       ) as words`,
      [from, to],
    ),
  )
