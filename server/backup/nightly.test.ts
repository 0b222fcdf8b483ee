import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { serve } from '../../engine/assembly/serve.ts'
import { embeddedDatabase } from '../../engine/database/embedded/embedded.ts'
import { parseConfig } from '../../engine/kernel/config/config.ts'
import { s3Key, startS3Server } from '../../engine/storage/testing/s3-server.ts'
import { freePort } from '../../engine/testing/free-port.ts'
import { installation } from '../installation.ts'
import { nightlyBackup } from './nightly.ts'

const home = await mkdtemp(join(tmpdir(), 'nightly-'))
const s3 = await startS3Server(join(home, 's3'), 'files')
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3.stop()
  await rm(home, { recursive: true, force: true })
})

it('is known to have failed where the bucket refuses the keys from the first night on', async () => {
  const env = {
    ...{ DATA_DIR: join(home, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'silent', MAIL_URL: 'file:' },
    ...{ BACKUP_URL: `s3://files/backups?endpoint=${s3.endpoint}`, BACKUP_PASSPHRASE: 'correct horse battery' },
    ...{ ...s3Key, AWS_ACCESS_KEY_ID: 'of last year' },
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const config = parseConfig(env, installation)
  const engine = await serve(config, await embeddedDatabase(join(config.dataDir, 'db')), { ...installation, env })
  try {
    const night = nightlyBackup(engine).run(new AbortController().signal)
    await expect(night).rejects.toThrow(/refuses the keys AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: 403/)
    const headers = { authorization: `Bearer ${engine.serviceRoleKey}` }
    const answer = await (await fetch(`${engine.ownUrl}/health`, { headers })).json()
    expect(answer).toMatchObject({ status: 'degraded', backup: 'failed' })
  } finally {
    await engine.stop()
  }
}, 120_000)
