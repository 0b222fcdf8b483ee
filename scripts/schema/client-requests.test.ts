import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

it('[for-clients.md#asking] takes ten an hour by a link', async () => {
  const [agency, client, link] = ['a', 'c', '1'].map((kind) => `${kind}0000000-0000-4000-8000-000000000001`)
  const scene = `
    insert into agencies (id, name) values ('${agency}', 'North Road');
    insert into clients (id, agency_id, name, email) values ('${client}', '${agency}', 'Nolan', 'nolan@client.test');
    insert into client_links (id, client_id, name) values ('${link}', '${client}', 'Phone');
    insert into private.client_link_tokens values ('${link}', sha256('token'));
    insert into client_requests (client_id, link_id, title, name, created_at)
      select '${client}', '${link}', 'Asked', 'Maria', now() - interval '6 minutes' * number from generate_series(0, 10) as number`
  const outcomes = await inspectAfterSql(database, new Map([['the scene', scene]]), async (tx) => {
    const store = `store_client_request(encode(sha256('token'), 'hex'), gen_random_uuid(), 'Another', '', 'Maria')`
    const ask = async () => (await tx.query<{ outcome: string }>(`select ${store} as outcome`))[0]?.outcome
    const first = await ask()
    // The oldest of the eleven is an hour old.
    await tx.query("update client_requests set created_at = created_at - interval '7 minutes'")
    return [first, await ask()]
  })
  expect(outcomes).toEqual(['too many', 'stored'])
})

it('[for-clients.md#asking] removes the files of a request that was never stored, after an hour', async () => {
  const [old, young] = ['90000000-0000-4000-8000-000000000001', '90000000-0000-4000-8000-000000000002']
  const scene = `
    insert into private.client_request_uploads values ('${old}', now() - interval '61 minutes'), ('${young}', now());
    insert into storage.objects (bucket_id, name, version) values
      ('client-update-files', '${old}/1_menu.png', gen_random_uuid()),
      ('client-update-files', '${young}/1_menu.png', gen_random_uuid())`
  const misplaced = await inspectAfterSql(database, new Map([['the scene', scene]]), (tx) =>
    tx.query('select * from misplaced_files()'),
  )
  expect(misplaced).toEqual([{ bucket: 'client-update-files', name: `${old}/1_menu.png`, belongs_in: null }])
})
