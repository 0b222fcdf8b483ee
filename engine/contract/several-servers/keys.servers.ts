import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseConfig } from '../../kernel/config/environment-variables.ts'
import { rotateKeys } from '../../keys/rotate-keys.ts'
import { enginePerFile, kill } from '../../testing/engine-per-file.ts'
import { freePort } from '../../testing/free-port.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { startPostgres } from '../../testing/start-postgres.ts'

const { dataDir, home, run, start } = await enginePerFile('keys', { endsWith: 'file' })
const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
afterAll(() => postgres?.stop())
const DATABASE_URL = await freshDatabase(process.env.TEST_POSTGRES_URL ?? postgres?.url ?? '')
const rotate = () => rotateKeys(parseConfig({ DATA_DIR: dataDir, DATABASE_URL, PROJECT_DIR: home }))
const beside = async (folder: string) => ({
  DATABASE_URL,
  DATA_DIR: join(home, folder),
  PORT: String(await freePort()),
})

it('a server with other keys than the one beside it stops, and serves with the same', async () => {
  const first = await start({ DATABASE_URL: `${DATABASE_URL}?application_name=mine` })
  await expect(rotate()).rejects.toThrow('A server is using that database.')
  const stranger = await run(await beside('stranger')).ended
  expect(stranger.code).toBe(1)
  expect(stranger.words.trim().split('\n').at(-1)).toContain('Give this server theirs')

  await mkdir(join(home, 'colleague'))
  await copyFile(join(dataDir, 'keys.json'), join(home, 'colleague', 'keys.json'))
  // A start that was interrupted in a container leaves such a temporary file.
  await writeFile(join(home, 'colleague', `keys.json.${randomUUID()}.part`), '{')
  const colleague = await beside('colleague')
  const { child } = run(colleague)
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${colleague.PORT}/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  await kill(child)
  await kill(first)
})

it('new keys count for all of them as soon as one serves with them', async () => {
  // Postgres notices only a moment later that servers were killed; until then they count as running.
  await expect.poll(() => rotate().then(() => 'rotated', String)).toBe('rotated')
  await start({ DATABASE_URL })
  // The colleague still has the old keys.
  const colleague = await run(await beside('colleague')).ended
  expect(colleague.code).toBe(1)
  expect(colleague.words.trim().split('\n').at(-1)).toContain('Give this server theirs')
})
