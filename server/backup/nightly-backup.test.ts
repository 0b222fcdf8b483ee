import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningEngine, startEngine } from 'engine'
import { copyFirstStart, freePort, s3Key, startS3Server } from 'engine/testing'
import { afterAll, expect, it, vi } from 'vitest'
import { installation } from '../engine-options.ts'
import { serviceClient } from '../service-client.ts'
import { nightlyBackupJob } from './nightly-backup.ts'

const home = await mkdtemp(join(tmpdir(), 'nightly-'))
const s3 = await startS3Server(join(home, 's3'), 'files')
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3.stop()
  await rm(home, { recursive: true, force: true })
})

/** Runs `work` while the server of an installation with backups runs. */
async function withServer(
  settings: NodeJS.ProcessEnv & { DATA_DIR: string },
  work: (engine: RunningEngine) => Promise<void>,
) {
  const env = {
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    MAIL_URL: 'file:',
    BACKUP_PASSPHRASE: 'correct horse battery',
    ...settings,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await copyFirstStart(settings.DATA_DIR, { project: installation.project })
  const engine = await startEngine({ ...installation, env })
  try {
    await work(engine)
  } finally {
    await engine.stop()
  }
}

it('says in the log of the server what is odd about the backup', async () => {
  // A second try begins with folders of its own.
  const folder = await mkdtemp(join(home, 'odd-'))
  const [data, backups] = [join(folder, 'data'), join(folder, 'backups')]
  await withServer({ DATA_DIR: data, BACKUP_URL: backups }, async (engine) => {
    const bucket = serviceClient(engine).storage.from('client-update-files')
    const path = `${randomUUID()}/1_menu.csv`
    const { error } = await bucket.upload(path, new Blob(['a'], { type: 'text/csv' }))
    expect(error).toBeNull()
    const { data: stored } = await bucket.info(path)
    const files = await readdir(join(data, 'files'), { recursive: true })
    const [file = ''] = files.filter((name) => name.endsWith(stored?.version ?? 'no version'))
    // Nothing else goes, since the server writes into the folder meanwhile.
    await rm(join(data, 'files', file))
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    await nightlyBackupJob(engine).run(new AbortController().signal)
    expect(warned.mock.calls).toEqual([
      ['The nightly backup: 1 file that rows name were not there, and are not in it.'],
    ])
    warned.mockRestore()
  })
})

it('is known to have failed where the bucket refuses the keys from the first night on', async () => {
  const env = {
    DATA_DIR: join(home, 'data'),
    BACKUP_URL: `s3://files/backups?endpoint=${s3.endpoint}`,
    ...s3Key,
    AWS_ACCESS_KEY_ID: 'of last year',
  }
  await withServer(env, async (engine) => {
    const night = nightlyBackupJob(engine).run(new AbortController().signal)
    await expect(night).rejects.toThrow(/refuses the keys AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: 403/)
    const headers = { authorization: `Bearer ${engine.serviceRoleKey}` }
    const answer = await (await fetch(`${engine.ownUrl}/health`, { headers })).json()
    expect(answer).toMatchObject({ status: 'degraded', backup: 'failed' })
  })
})
