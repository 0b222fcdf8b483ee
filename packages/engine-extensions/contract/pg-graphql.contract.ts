import { engine } from 'engine/testing/contract'
import { projectWithMigrations } from 'engine/testing/features'
import { expect, it } from 'vitest'

const message = 'pg_graphql extension is not enabled.'

it('projects that create it start, as dumps of hosted ones do, and are told that there is none', async () => {
  const { as, sql } = await projectWithMigrations(
    `CREATE EXTENSION IF NOT EXISTS "pgsodium" WITH SCHEMA "pgsodium";
     CREATE EXTENSION IF NOT EXISTS "hypopg" WITH SCHEMA "extensions";
     CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";
     comment on schema public is '@graphql({"inflect_names": true})';`,
  )
  expect(await as('anon', "select graphql_public.graphql(query := '{ a }')")).toEqual([
    { graphql: { errors: [{ message }] } },
  ])
  const named = 'select extname from engine.pg_extension where extversion = $1 order by 1'
  expect(await sql(named, 'stand-in')).toEqual(['hypopg', 'pg_graphql', 'pgsodium'].map((extname) => ({ extname })))
})

it('/graphql/v1 says that there is none, and what there is instead', async () => {
  const ask = (headers = {}) =>
    fetch(`${engine.url}/graphql/v1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"query": "{ filmsCollection { edges { node { id } } } }"}',
    })
  const answer = await ask({ apikey: engine.anonKey, origin: 'https://app.test' })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(await answer.json()).toEqual({
    errors: [{ message, extensions: { detail: expect.stringContaining('/rest/v1') } }],
  })
  expect((await ask()).status).toBe(401)
})
