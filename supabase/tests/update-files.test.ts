import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOfUpdates } from '../isolation/matrix-of-client-tables.ts'
import { callersEverywhere, type Rights } from '../isolation/rights.ts'
import { settle } from './deleted-client-scene.ts'
import { engine } from './engine.ts'
import { arrange, newPerson, type Person, removePeople, service, signOutButKeepToken, takeRolesAway } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'
import { BUCKET, contentOf, csv, pathIn, put, table, tryFiles } from './update-files.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

/** The path on disk of a file's bytes, which only the engine may read. */
async function bytesOf(path: string): Promise<string> {
  const { data } = await service.storage.from(BUCKET).info(path)
  const version = data?.version ?? ''
  return join(dirname(engine.outboxDir), 'files', version.slice(0, 2), version)
}

describe('the files of updates', () => {
  it.each(callersEverywhere)('are for %s what the matrix says', async (caller) => {
    const worked = await tryFiles(testData.people[caller], testData)
    const expected: Rights | undefined = filesOfUpdates[caller]
    expect(worked).toEqual(expected)
  })

  it('cannot be copied or moved out of somebody else’s sight', async () => {
    const path = await put(pathIn(testData.work.south.update))
    const mine = pathIn(testData.work.north.update)
    const files = testData.people.ben.db.storage.from(BUCKET)
    await files.copy(path, mine)
    await files.move(path, mine)
    expect(await contentOf(mine)).toBeUndefined()
  })

  it('come by no address that was signed for an upload: it would outlive the right to upload', async () => {
    const path = pathIn(testData.work.north.update)
    const files = testData.people.ben.db.storage.from(BUCKET)
    for (const upsert of [false, true]) {
      const { data, error } = await files.createSignedUploadUrl(path, { upsert })
      expect(data).toBeNull()
      expect(error).toMatchObject({ statusCode: '403' })
    }
  })

  it('say who uploaded them', async () => {
    const path = pathIn(testData.work.north.update)
    const { ben } = testData.people
    await ben.db.storage.from(BUCKET).upload(path, csv(), { headers: { 'x-owner': testData.people.ana.id } })
    const { data } = await service.storage.from(BUCKET).remove([path])
    expect(data).toEqual([expect.objectContaining({ owner_id: ben.id })])
  })
})

describe('a signed address', () => {
  it('dies with what its signer lost', async () => {
    const { north, south } = testData.agencies
    const signer = await newPerson('Sigrid', { agencyId: north, roles: ['agency_staff'] })
    const files = signer.db.storage.from(BUCKET)
    const path = await put(pathIn(testData.work.north.update))
    const upload = pathIn(testData.work.north.update)
    const { signedUrl = '' } = (await files.createSignedUrl(path, 600)).data ?? {}
    const { token = '' } = (await files.createSignedUploadUrl(upload)).data ?? {}
    const opens = async () => (await fetch(signedUrl)).ok
    const moveTo = (agency_id: string) =>
      arrange(service.from('user_profiles').update({ agency_id }).eq('id', signer.id))
    expect(await opens()).toBe(true)

    await moveTo(south)
    expect(await opens()).toBe(false)
    await service.storage.from(BUCKET).uploadToSignedUrl(upload, token, csv())
    expect(await contentOf(upload)).toBeUndefined()
    await moveTo(north)
    expect(await opens()).toBe(true)
    await takeRolesAway(signer)
    expect(await opens()).toBe(false)
    await arrange(service.from('user_roles').insert({ user_id: signer.id, role: 'agency_staff' }))
    expect(await opens()).toBe(true)
    await signOutButKeepToken(signer)
    expect(await opens()).toBe(false)
    await removePeople(signer)
  })
})

describe('the bucket', () => {
  const bucketOf = async (caller: Person) => {
    const { storage } = caller.db
    const { data: listed } = await storage.listBuckets()
    const { data: read } = await storage.getBucket(BUCKET)
    await storage.updateBucket(BUCKET, { public: true })
    await storage.emptyBucket(BUCKET)
    await storage.deleteBucket(BUCKET)
    await storage.createBucket(`made-by-${caller.id || 'a-visitor'}`, { public: true })
    return { listed: listed ?? [], read }
  }

  it.each(callersEverywhere)('is nothing that %s sees, changes or adds to', async (caller) => {
    const path = await put(pathIn(testData.work.north.update))
    expect(await bucketOf(testData.people[caller])).toEqual({ listed: [], read: null })
    expect(await contentOf(path)).toBe(table)
    const { data } = await service.storage.listBuckets()
    expect(new Map(data?.map(({ id, public: isPublic }) => [id, isPublic]))).toEqual(
      new Map([
        [BUCKET, false],
        ['chat-files', false],
        ['recently-deleted', false],
        ['website-pictures', true],
      ]),
    )
  })

  it('opens its files to nobody by their address alone', async () => {
    const path = await put(pathIn(testData.work.north.update))
    const { publicUrl } = service.storage.from(BUCKET).getPublicUrl(path).data
    expect((await fetch(publicUrl)).status).toBe(400)
    expect((await fetch(publicUrl.replace('/public/', '/'))).status).toBe(400)
  })
})

describe('a file goes', () => {
  const work = async () => {
    const [client, project, update] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const agency_id = testData.agencies.north
    await arrange(
      service.from('clients').insert({ id: client, agency_id, name: 'Files', email: 'files@isolation.test' }),
    )
    await arrange(
      service
        .from('projects')
        .insert({ id: project, agency_id, client_id: client, name: 'Files', project_type: 'maintenance' }),
    )
    await arrange(
      service.from('project_updates').insert({ id: update, project_id: project, title: 'Files', content: 'Files' }),
    )
    return { clients: client, projects: project, project_updates: update }
  }

  it.each(['clients', 'projects', 'project_updates'] as const)(
    'with its row in %s that the service key deletes, named or not',
    async (place) => {
      const ids = await work()
      const neighbour = await put(pathIn(testData.work.north.update))
      const [named, unnamed] = [await put(pathIn(ids.project_updates)), await put(pathIn(ids.project_updates))]
      await arrange(service.from('client_update_attachments').insert(attachment(ids.project_updates, named)))
      const bytes = [await bytesOf(named), await bytesOf(unnamed)]
      expect(bytes.map(existsSync)).toEqual([true, true])
      await arrange(service.from(place).delete().eq('id', ids[place]))
      await settle()
      expect(await contentOf(named)).toBeUndefined()
      expect(await contentOf(unnamed)).toBeUndefined()
      await expect.poll(() => bytes.map(existsSync)).toEqual([false, false])
      expect(await contentOf(neighbour)).toBe(table)
      await arrange(service.from('clients').delete().eq('id', ids.clients))
    },
  )

  it('with its update that the service key deletes, also when it comes at that moment', async () => {
    const ids = await work()
    const update = ids.project_updates
    const files = testData.people.ben.db.storage.from(BUCKET)
    await Promise.all([
      ...Array.from({ length: 8 }, () => files.upload(pathIn(update), csv())),
      arrange(service.from('project_updates').delete().eq('id', update)),
      ...Array.from({ length: 8 }, () => files.upload(pathIn(update), csv())),
    ])
    await settle()
    expect((await service.storage.from(BUCKET).list(update)).data).toEqual([])
    await arrange(service.from('clients').delete().eq('id', ids.clients))
  })

  it('with its attachment, and no other file', async () => {
    const { update } = testData.work.north
    const [path, other] = [await put(pathIn(update)), await put(pathIn(update))]
    await arrange(service.from('client_update_attachments').insert(attachment(update, path)))
    await arrange(testData.people.ben.db.from('client_update_attachments').delete().eq('file_path', path))
    expect((await testData.people.ben.db.storage.from(BUCKET).download(path)).data).toBeNull()
    await settle()
    expect(await contentOf(path)).toBeUndefined()
    expect(await contentOf(other)).toBe(table)
  })

  const attachment = (update_id: string, file_path: string) => ({
    update_id,
    file_path,
    file_name: 'file.csv',
    file_type: 'text/csv',
    file_size: 1,
  })
})
