import { afterAll, expect, it } from 'vitest'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import type { PgrstSettings } from '../rest-config.ts'
import { loadSchema } from './load-schema.ts'
import { keyOf } from './schema-types.ts'

const database = await throwawayDatabase()
await database.transaction({}, (tx) =>
  tx.query(`do $$ begin
    create function public.sorted() returns int language sql set work_mem = '8MB' set statement_timeout = '9s'
      as 'select 1';
    alter role authenticator set pgrst.db_plan_enabled = 'false';
  end $$`),
)
afterAll(() => database[Symbol.asyncDispose]())

const load = (environment: PgrstSettings) =>
  loadSchema(database, { api: {}, environment }, (error) => expect.fail(String(error)))

it('lets others have their turn at the database', async () => {
  const order: string[] = []
  const loading = load({}).then(() => order.push('loaded'))
  await database.run({}, { text: 'select 1' }).then(() => order.push('answered'))
  await loading
  expect(order).toEqual(['answered', 'loaded'])
})

it('takes the settings of the role before those of the environment', async () => {
  const { config } = await load({ db_plan_enabled: 'true', db_max_rows: '5' })
  expect(config).toMatchObject({ maxRows: 5, plan: false })
})

it('holds those settings of a function ahead of its call that are to be hoisted', async () => {
  const settingsWith = async (environment: PgrstSettings) =>
    (await load(environment)).schema.functions.get(keyOf('public', 'sorted'))?.[0]?.settings
  expect(await settingsWith({})).toEqual({ statement_timeout: '9s' })
  expect(await settingsWith({ db_hoisted_tx_settings: 'work_mem' })).toEqual({ work_mem: '8MB' })
})
