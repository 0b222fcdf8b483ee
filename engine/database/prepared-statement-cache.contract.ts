import { expect, it } from 'vitest'
import { throwawayDatabase } from '../testing/throwaway-database.ts'

it('compares values as the type that a column has now, once the statements are forgotten', async () => {
  await using database = await throwawayDatabase()
  const change = (text: string) => database.transaction({}, (tx) => tx.query(text))
  const since = (time: string) =>
    database.run({}, { text: 'select count(*)::int from public.visits where at >= $1', values: [time] })
  const often = async () => {
    for (let use = 0; use < 5; use++) await since('2026-03-01T15:00:00Z')
  }
  await change("create table public.visits (at date); insert into public.visits values ('2026-03-01')")
  await often()
  await change('alter table public.visits alter at type timestamptz')
  database.forgetStatements?.()
  expect(await since('2026-03-01T15:00:00Z')).toEqual([{ count: 0 }])
  await often()
  expect(await since('2026-03-01T15:00:00Z')).toEqual([{ count: 0 }])
})
