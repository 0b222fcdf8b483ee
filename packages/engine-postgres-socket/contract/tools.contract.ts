import { enginePerFile, freePort } from 'engine/testing/contract'
import pg from 'pg'
import { expect, it } from 'vitest'

const { run, start } = await enginePerFile('tool-socket')
const settings = { DATABASE_PORT: String(await freePort()) }

it('opens the embedded database to tools where DATABASE_PORT asks for it, at the address that --keys prints', async () => {
  await start(settings)
  const { words } = await run(settings, '--keys').ended
  const address = /^DB_URL="(.*)"$/m.exec(words)?.[1]
  expect(address).toMatch(/^postgresql:\/\/postgres:[\w-]{43}@127\.0\.0\.1:\d+\/postgres$/)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query('select current_user')
  expect(rows).toEqual([{ current_user: 'postgres' }])
  await client.end()
})
