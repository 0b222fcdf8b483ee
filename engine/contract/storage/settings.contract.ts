import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { pdf } from '../../storage/testing/sample-files.ts'
import { enginePerFile, kill } from '../../testing/engine-per-file.ts'
import { emptyProject } from '../../testing/paths.ts'
import { loadKeys } from '../../tokens/key-file.ts'
import { createTokens } from '../../tokens/tokens.ts'
import { clientOptions, data } from '../rest/client.ts'

const { home, dataDir, url, start } = await enginePerFile('storage-settings', { begunWith: emptyProject })

// Each test starts one or two servers, which takes time on a busy machine.

it('there are no buckets of a kind, and no way to files, that config.toml does not ask for', async () => {
  const project = join(home, 'plain')
  mkdirSync(project)
  writeFileSync(join(project, 'config.toml'), '')
  await start({ PROJECT_DIR: project })
  const { serviceRoleKey } = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  const { storage } = createClient(url, serviceRoleKey, clientOptions)
  expect((await storage.vectors.createBucket('vectors')).error).toMatchObject({ status: 501 })
  expect((await storage.analytics.createBucket('events')).error).toMatchObject({ status: 501 })
  expect((await storage.createBucket('events', { public: false, type: 'ANALYTICS' })).error).toMatchObject({
    code: 'FeatureNotEnabled',
  })
  expect((await fetch(`${url}/storage/v1/s3/`)).status).toBe(404)
  expect((await storage.createBucket('events')).error).toBeNull()
})

it('a bucket goes by what a file is called, unless config.toml says otherwise', async () => {
  const project = join(home, 'as-hosted')
  mkdirSync(project)
  const bucket = '[storage.buckets.pictures]\nallowed_mime_types = ["image/*"]'
  const tell = async (settings: string) => {
    writeFileSync(join(project, 'config.toml'), settings)
    const server = await start({ PROJECT_DIR: project })
    const { serviceRoleKey } = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
    return { server, storage: createClient(url, serviceRoleKey, clientOptions).storage }
  }
  const asPicture = { contentType: 'image/png', upsert: true }
  const refused = (type: string) => ({ message: `mime type ${type} is not supported` })

  const asHosted = await tell(bucket)
  const pictures = asHosted.storage.from('pictures')
  data(await pictures.upload('a.png', pdf, asPicture))
  expect(data(await pictures.info('a.png')).contentType).toBe('image/png')
  expect((await pictures.upload('a.pdf', pdf, { contentType: 'application/pdf' })).error).toMatchObject(
    refused('application/pdf'),
  )
  data(await asHosted.storage.createBucket('all', { public: false }))
  data(await asHosted.storage.from('all').upload('b.png', pdf, asPicture))
  data(await asHosted.storage.from('all').copy('b.png', 'b.png', { destinationBucket: 'pictures' }))
  await kill(asHosted.server)

  const { storage } = await tell(`${bucket}\n[storage.content_check]\nenabled = true`)
  expect((await storage.from('pictures').upload('a.png', pdf, asPicture)).error).toMatchObject(
    refused('application/pdf'),
  )
  const copied = await storage.from('all').copy('b.png', 'c.png', { destinationBucket: 'pictures' })
  expect(copied.error).toMatchObject(refused('application/pdf'))
})
