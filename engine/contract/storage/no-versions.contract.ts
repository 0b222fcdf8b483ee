import { expect, it } from 'vitest'
import { data, service } from '../rest/client.ts'
import { call, newFolder, reels, refusal } from './client.ts'

const { storage } = service
const notEnabled = { statusCode: '409', code: 'FeatureNotEnabled' }

it('no bucket keeps earlier versions, and whoever asks for it is told', async () => {
  const id = `versions-${crypto.randomUUID()}`
  const asked = { public: false, versioningStatus: 'ENABLED' } as const
  expect((await storage.createBucket(id, asked)).error).toMatchObject(notEnabled)
  data(await storage.createBucket(id, { ...asked, versioningStatus: 'DISABLED' }))
  expect((await storage.updateBucket(id, asked)).error).toMatchObject(notEnabled)
  expect((await storage.getBucketLifecycle(id)).error).toMatchObject({ statusCode: '501' })
  data(await storage.deleteBucket(id))
})

it('who names a version of a file never gets the file as it is now', async () => {
  const path = `${newFolder()}/letter.txt`
  const other = path.replace('letter', 'other')
  data(await reels.upload(path, 'as it is now'))
  const { version: versionId } = data(await reels.info(path))

  for (const route of ['object', 'object/authenticated', 'object/info', 'render/image/authenticated']) {
    expect(await refusal(await call(`/${route}/reels/${path}?versionId=${versionId}`))).toMatchObject(notEnabled)
  }
  const removal = await call(`/object/reels/${path}?versionId=${versionId}`, { method: 'DELETE' })
  expect(await refusal(removal)).toMatchObject(notEnabled)
  expect((await reels.remove([{ path, versionId }])).error).not.toBeNull()
  expect((await reels.copy(path, other, { sourceVersionId: versionId })).error).not.toBeNull()
  expect((await reels.move(path, other, { sourceVersionId: versionId })).error).not.toBeNull()
  const signing = { method: 'POST', body: JSON.stringify({ expiresIn: 60, versionId }) }
  expect((await refusal(await call(`/object/sign/reels/${path}`, signing))).message).toContain('no earlier versions')

  expect(await data(await reels.download(path)).text()).toBe('as it is now')
  expect((await reels.info(other)).error).not.toBeNull()
})
