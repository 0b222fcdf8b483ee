import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startEngine } from '../assembly/start-engine.ts'
import { wholeEngine } from '../assembly/whole-engine.ts'
import { connectTo, openFolder } from '../database/offline/plain-client.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { copyFirstStart } from '../testing/first-start.ts'
import { freePort } from '../testing/free-port.ts'
import { freshDatabase } from '../testing/fresh-database.ts'
import { emptyProject } from '../testing/paths.ts'
import { backUp } from './create-backup.ts'
import { folderPlace } from './places/folder-place.ts'
import { recordVerification } from './record-verification.ts'

const { TEST_POSTGRES_URL } = process.env
const home = await mkdtemp(join(tmpdir(), 'note-proven-'))
const env = {
  LOG_LEVEL: 'silent',
  MAIL_URL: 'file:',
  PORT: String(await freePort()),
  DATA_DIR: join(home, 'data'),
  PROJECT_DIR: emptyProject,
  ...(TEST_POSTGRES_URL && { DATABASE_URL: await freshDatabase(TEST_POSTGRES_URL) }),
}
if (!TEST_POSTGRES_URL) await copyFirstStart(env.DATA_DIR, { project: emptyProject })
afterAll(() => rm(home, { recursive: true, force: true }))

it('remembers which archive was proven, with the server that runs and without one', async () => {
  const config = parseConfig(env, { name: 'North' })
  const engine = await startEngine({ name: 'North', env })
  const asked = {
    config,
    tokens: engine,
    place: folderPlace(join(home, 'archives')),
    onProgress: () => undefined,
    ...wholeEngine,
  }
  const first = await backUp({ ...asked, passphrase: undefined })
  const second = await backUp({ ...asked, passphrase: 'correct horse battery' })
  await recordVerification(config, engine, first.name)
  const headers = { apikey: engine.serviceRoleKey, authorization: `Bearer ${engine.serviceRoleKey}` }
  const answer = await fetch(`${engine.ownUrl}/backup/v1/backups/abandoned`, { method: 'POST', headers })
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  await engine.stop()
  await recordVerification(config, engine, second.name)

  const { client, end } = config.databaseUrl
    ? await connectTo(config.databaseUrl, 'somebody')
    : await openFolder(join(config.dataDir, 'db'))
  const { rows } = await client.query<{ name: string }>('select name from engine.backups where proven_at is not null')
  await end()
  expect(rows.map(({ name }) => name).sort()).toEqual([first.name, second.name].sort())
})
