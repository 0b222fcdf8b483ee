import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { throwawayDatabase } from '../testing/throwaway-database.ts'
import { execute, toStatement } from './execute-plan.ts'
import { parseRequest } from './parse/parse-request.ts'
import { planRequest } from './plan/plan-request.ts'
import { type LoadedSchema, loadSchema } from './schema/load-schema.ts'

/* Requests for GeoJSON, to a database with PostGIS where one is configured, and to one without. */

let database: Database & AsyncDisposable
let known: LoadedSchema

beforeAll(async () => {
  database = await throwawayDatabase()
  const [postgis] = await database.run({}, { text: "select from pg_available_extensions where name = 'postgis'" })
  await database.transaction({}, async (tx) => {
    if (postgis)
      await tx.query('create schema gis; create extension postgis with schema gis; grant usage on schema gis to anon')
    await tx.query(`
      create table public.towns (id int primary key, name text, place ${postgis ? 'gis.geography(point)' : 'text'});
      insert into public.towns values (1, 'Oslo', ${postgis ? "'POINT(10.75 59.91)'" : 'null'});
      grant all on public.towns to anon;
      create function public.all_towns() returns setof public.towns language sql stable as 'select * from public.towns';
    `)
  })
  known = await loadSchema(database, { api: {}, environment: { db_schemas: 'public' } }, (error) => {
    throw error
  })
})
afterAll(() => database[Symbol.asyncDispose]())

/** The parsed GeoJSON body of a response. */
async function features(method: string, url: string, sent?: unknown): Promise<unknown> {
  const { schema, config } = known
  const headers = { accept: 'application/geo+json', prefer: 'return=representation' }
  const body = sent === undefined ? undefined : Buffer.from(JSON.stringify(sent))
  const parsed = parseRequest(
    { method, url, headers: { ...headers, 'content-type': 'application/json' }, body },
    config,
  )
  const plan = planRequest(parsed, schema, config)
  const understood = { parsed, plan, statement: toStatement(parsed, plan, config.maxRows) }
  const caller = { role: 'anon', claims: { role: 'anon' } }
  const row = await execute(database, { caller, settings: { search_path: 'public' } }, understood, config)
  return JSON.parse(String(row.body))
}

const oslo = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [10.75, 59.91] },
  properties: { id: 1, name: 'Oslo' },
}

describe('GeoJSON', () => {
  it.each([
    ['of what is read', 'GET', '/towns?id=eq.1', undefined],
    ['of what is written', 'PATCH', '/towns?id=eq.1', { name: 'Oslo' }],
    ['of what a function returns', 'GET', '/rpc/all_towns', undefined],
  ])('%s', async (_what, method, url, sent) => {
    const answer = features(method, url, sent)
    if (known.schema.feature) {
      expect(await answer).toEqual({ type: 'FeatureCollection', features: [oslo] })
    } else {
      // PostgREST answers 404 as well.
      const message = 'function st_asgeojson(record) does not exist'
      await expect(answer).rejects.toMatchObject({ code: '42883', message })
    }
  })
})
