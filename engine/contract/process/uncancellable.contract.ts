import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { enginePerFile } from '../../testing/engine-per-file.ts'
import { contractProject } from '../../testing/paths.ts'

/** A statement that only ending the database's thread can stop: docs/decisions/0032-fair-shares.md. */
const { home, url, start, anonKey } = await enginePerFile('uncancellable')
const project = join(home, 'project')
cpSync(contractProject, project, { recursive: true })
// PostgreSQL does not check for interrupts while it searches for a text within another.
writeFileSync(
  join(project, 'migrations/20260101000099_search.sql'),
  `create function public.search(for_length integer) returns integer language sql as $$
     select strpos(repeat('a', 2000000), 'b' || repeat('a', for_length))
   $$;
   alter role anon set statement_timeout = '300ms';`,
)

it('costs its caller the database for a minute, and nobody else more than what was under way', async () => {
  await start({ PROJECT_DIR: project, RATE_LIMITS: 'on' })
  const key = await anonKey()
  const from = (address: string) =>
    createClient(url, key, { auth: { persistSession: false }, global: { headers: { 'X-Forwarded-For': address } } })
  const [slow, other] = [from('198.51.100.7'), from('203.0.113.7')]
  const read = (by: typeof slow) => by.from('todos').select('id').limit(1)
  expect((await read(other)).error).toBeNull()

  const ended = await slow.rpc('search', { for_length: 900_000 })
  expect(ended).toMatchObject({ status: 503, error: { code: 'PGRST000' } })
  const endedAt = performance.now()
  // The database is back at once, with everything that was committed.
  expect((await read(other)).error).toBeNull()

  const again = await fetch(`${url}/rest/v1/todos?select=id&limit=1`, {
    headers: { apikey: key, 'X-Forwarded-For': '198.51.100.7' },
  })
  expect(again.status).toBe(503)
  // A minute, of which the return of the database took a part.
  const secondsSince = (performance.now() - endedAt) / 1000
  expect(Number(again.headers.get('retry-after')) + secondsSince).toBeGreaterThan(50)
  expect(await again.json()).toMatchObject({ code: 'PGRST003' })
  expect((await read(other)).error).toBeNull()
})
