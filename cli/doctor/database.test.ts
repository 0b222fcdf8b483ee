import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProject, openTokens, parseConfig } from 'engine/config'
import { freePort } from 'engine/testing'
import { afterAll, expect, it } from 'vitest'
import { installation } from '../../server/engine-options.ts'
import { examineInstallation } from './examine-installation.ts'

const home = await mkdtemp(join(tmpdir(), 'doctor-database-'))
afterAll(() => rm(home, { recursive: true, force: true }))

it('finds a database that does not open, and says what to do', async () => {
  const env = { DATA_DIR: home, PORT: String(await freePort()) }
  const config = parseConfig(env, installation)
  await openTokens(config, await loadProject(config.projectDir))
  await mkdir(join(home, 'db'), { mode: 0o700 })
  await writeFile(join(home, 'db', 'PG_VERSION'), '17\n')
  const { isWell, checks } = await examineInstallation(env)
  const [found] = checks.filter(({ name }) => name === 'database')
  expect(found).toMatchObject({ state: 'problem', found: expect.stringContaining('Start the version that made it') })
  expect(isWell).toBe(false)
})
