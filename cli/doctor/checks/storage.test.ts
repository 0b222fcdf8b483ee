import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProject, parseConfig } from 'engine/config'
import { s3Key, startS3Server } from 'engine/testing'
import { afterAll, expect, it, vi } from 'vitest'
import { installation } from '../../../server/engine-options.ts'
import { storage } from './storage.ts'

const home = await mkdtemp(join(tmpdir(), 'doctor-storage-'))
const s3 = await startS3Server(join(home, 's3'), 'files')
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3.stop()
  await rm(home, { recursive: true, force: true })
})

/** Runs the check; the S3 client reads its key from the environment of the process. */
async function looked(bucket: string, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = s3Key) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', AWS_ACCESS_KEY_ID)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', AWS_SECRET_ACCESS_KEY)
  const env = { DATA_DIR: join(home, 'data'), STORAGE_URL: bucket }
  const config = parseConfig(env, installation)
  const project = await loadProject(config.projectDir, env)
  const keys = { anonKey: '', serviceRoleKey: '' }
  return storage({ config, project, env, keys, url: '', sendMailTo: undefined, examination: () => Promise.reject() })
}

const at = (bucket: string, endpoint = s3.endpoint) => `s3://${bucket}?endpoint=${endpoint}&region=us-east-1`

it('writes a file to the bucket, reads it and leaves nothing behind', async () => {
  expect(await looked(at('files'))).toMatchObject({ state: 'ok', found: expect.stringContaining('the bucket files') })
  expect(await readdir(join(home, 's3', 'files'))).toEqual([])
  expect(await readdir(join(home, 'data', 'files', 'incoming'))).toEqual([])
})

it.each([
  ['a bucket that is not there', at('elsewhere'), s3Key],
  ['a key that it does not know', at('files'), { ...s3Key, AWS_ACCESS_KEY_ID: 'STRANGER' }],
  ['an address where nobody answers', at('files', 'http://127.0.0.1:9'), s3Key],
])('says that nothing can be kept with %s, and where to look', async (_, url, key) => {
  expect(await looked(url, key)).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/^No file can be kept in the bucket \w+: \S/),
    todo: expect.stringContaining('STORAGE_URL'),
  })
})
