import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProject, openTokens, parseConfig } from 'engine/config'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { installation } from '../../server/engine-options.ts'
import { runCommand } from '../command-line/run-command.ts'
import { backup } from '../commands/backup.ts'
import { upgrade } from '../commands/upgrade.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'backup-settings-'))
  vi.stubEnv('DATA_DIR', home)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  // The first start of a server makes the keys, by which commands know an installation.
  const config = parseConfig(process.env, installation)
  await openTokens(config, await loadProject(config.projectDir, process.env))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
})

async function run(...args: string[]) {
  let said = ''
  const stream = {
    isTTY: false,
    write(text: string) {
      said += text
      return true
    },
  }
  const code = await runCommand({ backup, upgrade }, args, { stdout: stream, stderr: stream })
  return { code, said }
}

it.each(['backup', 'upgrade'])('%s sends nothing to a bucket that is not encrypted', async (name) => {
  vi.stubEnv('BACKUP_URL', 's3://files/backups?endpoint=http://127.0.0.1:1')
  expect(await run(name)).toEqual({
    code: 1,
    said: expect.stringContaining('BACKUP_PASSPHRASE should be set: what leaves this machine is always encrypted.'),
  })
})

it.each(['backup', 'upgrade'])('%s takes no address of another kind for a folder', async (name) => {
  vi.stubEnv('BACKUP_URL', 'sftp://nas/backups')
  expect(await run(name)).toEqual({ code: 1, said: expect.stringContaining('BACKUP_URL should be a folder such as') })
})

it('backup takes no address of another kind for a folder where it is typed', async () => {
  vi.stubEnv('BACKUP_URL', '')
  expect(await run('backup', '--at', 'sftp://nas/backups')).toEqual({
    code: 1,
    said: expect.stringContaining('should be a folder such as /mnt/backups'),
  })
})
