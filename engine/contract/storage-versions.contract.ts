import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Person, person } from './people.ts'
import { anonymous, data, service } from './rest-client.ts'
import { call, refusal } from './storage-client.ts'

const { storage } = service
const made: string[] = []

async function newBucket(options: { versioningStatus?: 'DISABLED' | 'ENABLED'; public?: boolean } = {}) {
  const id = `versions-${crypto.randomUUID()}`
  data(await storage.createBucket(id, { public: false, versioningStatus: 'ENABLED', ...options }))
  made.push(id)
  return { id, files: storage.from(id) }
}
afterAll(async () => {
  for (const id of made) {
    await storage.emptyBucket(id)
    data(await storage.deleteBucket(id))
  }
})

type Files = ReturnType<typeof storage.from>

/** Writes the words one after the other to the same key, and returns the versions that they got. */
async function write(files: Files, key: string, ...words: string[]): Promise<string[]> {
  const versions: string[] = []
  for (const text of words) {
    data(await files.upload(key, text, { upsert: true }))
    versions.push(data(await files.info(key)).version)
  }
  return versions
}

const text = async (files: Files, key: string, versionId?: string) =>
  data(await files.download(key, versionId === undefined ? {} : { versionId })).text()

const entry = z.object({ name: z.string(), version: z.string().nullish(), is_delete_marker: z.boolean().nullish() })

/** Every version of a key there is, the newest first; a delete marker as such. */
async function history(files: Files, key: string) {
  const options = { noncurrentVersions: 'include', deleteMarkers: 'include', exactMatch: true } as const
  const rows = z.array(entry).parse(data(await files.list(key, options)))
  return rows.map(({ version, is_delete_marker }) => (is_delete_marker ? 'deleted' : version))
}

const gone = { status: 400, statusCode: '404', code: 'NoSuchKey' }

describe('a bucket', () => {
  it('keeps no versions until it is told to, and never unlearns it', async () => {
    const { id, files } = await newBucket({ versioningStatus: 'DISABLED' })
    const bucket = async () => data(await storage.getBucket(id)).versioning_status
    expect(await bucket()).toBeUndefined()
    expect((await storage.updateBucket(id, { public: false, versioningStatus: 'SUSPENDED' })).error).toMatchObject({
      code: 'InvalidParameter',
      message: 'Cannot transition bucket versioning status from DISABLED to SUSPENDED',
    })
    const [, second = ''] = await write(files, 'a.txt', 'one', 'two')
    expect(await history(files, 'a.txt')).toEqual([second])
    data(await storage.updateBucket(id, { public: false, versioningStatus: 'ENABLED' }))
    expect(await bucket()).toBe('ENABLED')
    const [third] = await write(files, 'a.txt', 'three')
    expect(await history(files, 'a.txt')).toEqual([third, second])
    data(await storage.updateBucket(id, { public: false, versioningStatus: 'SUSPENDED' }))
    expect(await bucket()).toBe('SUSPENDED')
    const back = await call(`/bucket/${id}`, { method: 'PUT', body: JSON.stringify({ versioning_status: 'DISABLED' }) })
    expect(await refusal(back)).toMatchObject({ status: 400, code: 'InvalidRequest' })
  })

  it('is emptied of all its versions, and only then deleted', async () => {
    const { id, files } = await newBucket()
    await write(files, 'a.txt', 'one', 'two')
    data(await files.remove(['a.txt']))
    expect((await storage.deleteBucket(id)).error).toMatchObject({ code: 'ResourceNotEmpty' })
    data(await storage.emptyBucket(id))
    expect(await history(files, 'a.txt')).toEqual([])
    data(await storage.deleteBucket(id))
    made.splice(made.indexOf(id), 1)
  })
})

describe('a file that is replaced', () => {
  it('is read as it is now, and as it was', async () => {
    const { files } = await newBucket()
    const [one, two] = await write(files, 'notes/a.txt', 'one', 'two')
    expect(await text(files, 'notes/a.txt')).toBe('two')
    expect(await text(files, 'notes/a.txt', one)).toBe('one')
    expect(await text(files, 'notes/a.txt', two)).toBe('two')
    const info = data(await files.info('notes/a.txt', { versionId: one ?? '' }))
    expect(info).toMatchObject({ version: one, size: 3, isVersioned: true, archivedAt: expect.any(String) })
    expect(data(await files.info('notes/a.txt'))).toMatchObject({ version: two, isVersioned: true, archivedAt: null })
    for (const versionId of [crypto.randomUUID(), 'nonsense', ''])
      expect((await files.info('notes/a.txt', { versionId })).error).toMatchObject(gone)
    expect((await files.info('notes/b.txt', { versionId: one ?? '' })).error).toMatchObject(gone)
  })

  it('is not replaced unless that is asked for', async () => {
    const { files } = await newBucket()
    const versions = await write(files, 'a.txt', 'one')
    expect((await files.upload('a.txt', 'two')).error).toMatchObject({ message: 'The resource already exists' })
    expect(await history(files, 'a.txt')).toEqual(versions)
  })

  it('is opened at a version by a public and by a signed address', async () => {
    const { files } = await newBucket({ public: true })
    const [one = ''] = await write(files, 'a.txt', 'one', 'two')
    const { publicUrl } = files.getPublicUrl('a.txt', { versionId: one }).data
    expect(await (await fetch(publicUrl)).text()).toBe('one')
    const { signedUrl } = data(await files.createSignedUrl('a.txt', 60, { versionId: one }))
    expect(await (await fetch(signedUrl)).text()).toBe('one')
    expect((await files.createSignedUrl('a.txt', 60, { versionId: 'nonsense' })).error).toMatchObject(gone)
    // Who was given the file as it is was not given what it once was.
    const current = data(await files.createSignedUrl('a.txt', 60)).signedUrl
    expect(await (await fetch(`${current}&versionId=${one}`)).text()).toBe('two')
  })
})

describe('a file that is removed', () => {
  it('is not there any more, and its versions still are', async () => {
    const { files } = await newBucket()
    const [one, two] = await write(files, 'a.txt', 'one', 'two')
    expect(data(await files.remove(['a.txt', 'b.txt']))).toMatchObject([{ name: 'a.txt', version: two }])
    expect((await files.download('a.txt')).error).not.toBeNull()
    expect((await files.info('a.txt')).error).toMatchObject(gone)
    expect((await files.createSignedUrl('a.txt', 60)).error).toMatchObject(gone)
    expect(data(await files.list())).toEqual([])
    expect(data(await files.remove(['a.txt']))).toEqual([])
    expect(await history(files, 'a.txt')).toEqual(['deleted', two, one])
    expect(await text(files, 'a.txt', two)).toBe('two')
  })

  it('may be written again', async () => {
    const { files } = await newBucket()
    const [one] = await write(files, 'a.txt', 'one')
    data(await files.remove(['a.txt']))
    data(await files.upload('a.txt', 'two'))
    const { version } = data(await files.info('a.txt'))
    expect(await history(files, 'a.txt')).toEqual([version, 'deleted', one])
  })

  it('is removed for good version by version, and the latest that is left is the current one', async () => {
    const { files } = await newBucket()
    const [one = '', two = '', three = ''] = await write(files, 'a.txt', 'one', 'two', 'three')
    const removeVersion = (versionId: string) => files.remove([{ path: 'a.txt', versionId }])
    expect(data(await removeVersion(three))).toMatchObject([{ version: three }])
    expect(await text(files, 'a.txt')).toBe('two')
    expect((await files.download('a.txt', { versionId: three })).error).not.toBeNull()
    expect(data(await removeVersion(one))).toMatchObject([{ version: one }])
    expect(data(await removeVersion(one))).toEqual([])
    expect(await history(files, 'a.txt')).toEqual([two])
    expect(data(await removeVersion(two))).toMatchObject([{ version: two }])
    expect(await history(files, 'a.txt')).toEqual([])
  })

  it('comes back when its delete marker is removed', async () => {
    const { files } = await newBucket()
    const [one] = await write(files, 'a.txt', 'one')
    data(await files.remove(['a.txt']))
    const [marker] = z.array(entry).parse(data(await files.list('a.txt', { deleteMarkers: 'only', exactMatch: true })))
    data(await files.remove([{ path: 'a.txt', versionId: marker?.version ?? '' }]))
    expect(await text(files, 'a.txt')).toBe('one')
    expect(await history(files, 'a.txt')).toEqual([one])
  })
})

describe('an earlier version', () => {
  it('is restored by moving it to its own key', async () => {
    const { files } = await newBucket()
    const [one = '', two] = await write(files, 'a.txt', 'one', 'two')
    data(await files.move('a.txt', 'a.txt', { sourceVersionId: one }))
    expect(await text(files, 'a.txt')).toBe('one')
    const { version } = data(await files.info('a.txt'))
    expect(version).not.toBe(one)
    expect(await history(files, 'a.txt')).toEqual([version, two])
  })

  it('is restored after the file was removed', async () => {
    const { files } = await newBucket()
    const [one = ''] = await write(files, 'a.txt', 'one')
    data(await files.remove(['a.txt']))
    data(await files.move('a.txt', 'a.txt', { sourceVersionId: one }))
    expect(await text(files, 'a.txt')).toBe('one')
  })

  it('is copied, to the same key or another', async () => {
    const { files } = await newBucket()
    const [one = '', two] = await write(files, 'a.txt', 'one', 'two')
    data(await files.copy('a.txt', 'b.txt', { sourceVersionId: one }))
    expect(await text(files, 'b.txt')).toBe('one')
    const upsert = { method: 'POST', headers: { 'x-upsert': 'true' } }
    const again = { bucketId: made.at(-1), sourceKey: 'a.txt', destinationKey: 'a.txt', sourceVersionId: one }
    expect((await call('/object/copy', { ...upsert, body: JSON.stringify(again) })).status).toBe(200)
    expect(await text(files, 'a.txt')).toBe('one')
    expect(await history(files, 'a.txt')).toEqual([data(await files.info('a.txt')).version, two, one])
  })
})

describe('a move', () => {
  it('leaves what was there as an earlier version', async () => {
    const { files } = await newBucket()
    const [one] = await write(files, 'a.txt', 'one')
    data(await files.move('a.txt', 'b.txt'))
    expect(await text(files, 'b.txt')).toBe('one')
    expect(await text(files, 'a.txt', one)).toBe('one')
    expect(await history(files, 'a.txt')).toEqual(['deleted', one])
  })

  it('of one version takes it away from where it was', async () => {
    const { files } = await newBucket()
    const [one, two = ''] = await write(files, 'a.txt', 'one', 'two')
    data(await files.move('a.txt', 'b.txt', { sourceVersionId: two }))
    expect(await text(files, 'b.txt')).toBe('two')
    expect(await history(files, 'a.txt')).toEqual([one])
    expect((await files.move('a.txt', 'b.txt')).error).toMatchObject({ message: 'The resource already exists' })
  })

  it('goes to where a file was removed', async () => {
    const { files } = await newBucket()
    await write(files, 'a.txt', 'one')
    await write(files, 'b.txt', 'other')
    data(await files.remove(['b.txt']))
    data(await files.move('a.txt', 'b.txt'))
    expect(await text(files, 'b.txt')).toBe('one')
  })
})

it('is one thing after the other, however many write and remove at once', async () => {
  const { files } = await newBucket()
  await write(files, 'a.txt', 'first')
  for (let round = 0; round < 5; round++) {
    const writes = Array.from({ length: 4 }, (_, n) => files.upload('a.txt', `${round} ${n}`, { upsert: true }))
    const removals = [files.remove(['a.txt']), files.remove(['a.txt'])]
    for (const { error } of await Promise.all([...writes, ...removals])) {
      // Two who both come first where nothing is: one is told.
      if (error) expect(error).toMatchObject({ status: 400, statusCode: '409' })
    }
  }
  data(await files.upload('a.txt', 'last', { upsert: true }))
  expect(await text(files, 'a.txt')).toBe('last')
  const versions = await history(files, 'a.txt')
  expect(versions[0]).toBe(data(await files.info('a.txt')).version)
  for (const version of versions.filter((version) => version !== 'deleted'))
    expect((await files.download('a.txt', { versionId: version ?? '' })).error).toBeNull()
  const current = data(await files.list('', {}))
  expect(current).toHaveLength(1)
  // Removed one by one and all at once, there is nothing left, and never a version without being found.
  const rows = z
    .array(entry)
    .parse(
      data(await files.list('a.txt', { noncurrentVersions: 'include', deleteMarkers: 'include', exactMatch: true })),
    )
  const all = rows.map(({ version }) => ({ path: 'a.txt', versionId: version ?? '' }))
  const removals = [all, all.toReversed(), ...all.map((one) => [one])].map((entries) => files.remove(entries))
  for (const { error } of await Promise.all(removals)) expect(error).toBeNull()
  expect(await history(files, 'a.txt')).toEqual([])
})

it('while suspended keeps what there was, and of what is new only the latest', async () => {
  const { id, files } = await newBucket()
  const [one] = await write(files, 'a.txt', 'one')
  data(await storage.updateBucket(id, { public: false, versioningStatus: 'SUSPENDED' }))
  const [, three] = await write(files, 'a.txt', 'two', 'three')
  expect(await history(files, 'a.txt')).toEqual([three, one])
  data(await files.remove(['a.txt']))
  expect(await history(files, 'a.txt')).toEqual(['deleted', one])
  const [four] = await write(files, 'a.txt', 'four')
  expect(await history(files, 'a.txt')).toEqual([four, one])
})

it('while suspended takes away nothing that was kept before', async () => {
  const { id, files } = await newBucket({ versioningStatus: 'DISABLED' })
  const [one = ''] = await write(files, 'a.txt', 'one')
  data(await storage.updateBucket(id, { public: false, versioningStatus: 'ENABLED' }))
  data(await files.remove(['a.txt']))
  data(await storage.updateBucket(id, { public: false, versioningStatus: 'SUSPENDED' }))
  // By somebody else perhaps, who may write to a free name and not remove what others once had there.
  const [two = ''] = await write(files, 'a.txt', 'two')
  expect(await history(files, 'a.txt')).toEqual([two, 'deleted', one])
  const [three] = await write(files, 'a.txt', 'three')
  expect(await history(files, 'a.txt')).toEqual([three, 'deleted', one])
  expect(await text(files, 'a.txt', one)).toBe('one')
  data(await files.move('a.txt', 'a.txt', { sourceVersionId: one }))
  expect(await text(files, 'a.txt')).toBe('one')
  expect(await history(files, 'a.txt')).toHaveLength(2)
})

describe('a list', () => {
  it('shows files, versions and delete markers as it is asked', async () => {
    const { files } = await newBucket()
    await write(files, 'kept.txt', 'one', 'two')
    await write(files, 'removed.txt', 'one')
    data(await files.remove(['removed.txt']))
    const names = async (options: Parameters<Files['list']>[1]) =>
      z
        .array(entry)
        .parse(data(await files.list('', options)))
        .map(({ name }) => name)
    expect(await names({})).toEqual(['kept.txt'])
    expect(await names({ noncurrentVersions: 'include' })).toEqual(['kept.txt', 'kept.txt', 'removed.txt'])
    expect(await names({ noncurrentVersions: 'only' })).toEqual(['kept.txt', 'removed.txt'])
    expect(await names({ deleteMarkers: 'only' })).toEqual(['removed.txt'])
    expect(await names({ deleteMarkers: 'include' })).toEqual(['kept.txt', 'removed.txt'])
    const [plain] = data(await files.list(''))
    expect(plain).not.toHaveProperty('version')
    expect(await refusal(await list(made.at(-1), { prefix: '', noncurrentVersions: 'all' }))).toMatchObject({
      status: 400,
    })
  })

  it('shows them in pages, none twice', async () => {
    const { files } = await newBucket()
    for (const key of ['a.txt', 'b/c.txt']) await write(files, key, 'one', 'two', 'three')
    for (const order of ['asc', 'desc'] as const) {
      for (const column of ['name', 'created_at'] as const) {
        const found: (string | null | undefined)[] = []
        for (let cursor: string | undefined; ; ) {
          const sortBy = { column, order }
          const page = data(
            await files.listV2({ limit: 2, sortBy, noncurrentVersions: 'include', ...(cursor && { cursor }) }),
          )
          found.push(...page.objects.map(({ version }) => version))
          if (!page.hasNext) break
          cursor = page.nextCursor
        }
        expect(new Set(found).size).toBe(6)
        expect(found).toHaveLength(6)
      }
    }
    const { folders, objects } = data(await files.listV2({ with_delimiter: true, noncurrentVersions: 'include' }))
    expect([folders, objects.map(({ key }) => key)]).toEqual([[{ key: 'b', name: 'b/' }], ['a.txt', 'a.txt', 'a.txt']])
    const exact = data(await files.listV2({ prefix: 'b/c.txt', exactMatch: true }))
    expect(exact.objects).toMatchObject([{ name: 'b/c.txt' }])
    expect(data(await files.listV2({ prefix: 'b/c', exactMatch: true })).objects).toEqual([])
  })

  const list = (bucket: string | undefined, body: object) =>
    call(`/object/list/${bucket}`, { method: 'POST', body: JSON.stringify(body) })
})

describe('who may', () => {
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    ana = await person()
    ben = await person()
  })

  it('read, restore and remove versions is decided by the row policies', async () => {
    const diary = ana.client.storage.from('diaries')
    const key = `${ana.id}/diary.txt`
    const [one = '', two = ''] = await write(diary, key, 'one', 'two')
    expect(await text(diary, key, one)).toBe('one')
    for (const { storage } of [ben.client, anonymous]) {
      const theirs = storage.from('diaries')
      expect((await theirs.download(key, { versionId: one })).error).not.toBeNull()
      expect((await theirs.info(key, { versionId: one })).error).not.toBeNull()
      expect((await theirs.createSignedUrl(key, 60, { versionId: one })).error).not.toBeNull()
      expect((await theirs.move(key, key, { sourceVersionId: one })).error).not.toBeNull()
      expect((await theirs.copy(key, `${ben.id}/copy.txt`, { sourceVersionId: one })).error).not.toBeNull()
      expect(data(await theirs.remove([key, { path: key, versionId: one }]))).toEqual([])
      expect(await history(theirs, key)).toEqual([])
      expect((await theirs.upload(key, 'theirs', { upsert: true })).error).not.toBeNull()
    }
    expect(await history(diary, key)).toEqual([two, one])
    data(await diary.move(key, key, { sourceVersionId: one }))
    expect(await text(diary, key)).toBe('one')
    data(await diary.remove([key]))
    expect((await diary.download(key)).error).not.toBeNull()
    data(await diary.upload(key, 'again'))
    expect(await text(diary, key)).toBe('again')
    data(await diary.remove([{ path: key, versionId: two }]))
    expect((await diary.download(key, { versionId: two })).error).not.toBeNull()
  })

  it('restore a version must be allowed to replace the file that is there', async () => {
    const key = `${crypto.randomUUID()}.txt`
    const [hers, his] = [ana, ben].map(({ client }) => client.storage.from('diaries')) as [Files, Files]
    const [one = ''] = await write(hers, key, 'hers')
    data(await hers.remove([key]))
    data(await his.upload(key, 'his'))
    expect((await hers.upload(key, 'hers again', { upsert: true })).error).toMatchObject({ statusCode: '403' })
    expect((await hers.move(key, key, { sourceVersionId: one })).error).toMatchObject({ statusCode: '403' })
    expect(await text(his, key)).toBe('his')
    expect(await text(hers, key, one)).toBe('hers')
  })

  it('say when versions expire is decided by the policies on buckets', async () => {
    const name = `versions-${crypto.randomUUID()}`
    data(await ana.client.storage.createBucket(name))
    const rules = [{ status: 'Enabled', filter: {}, noncurrentVersionExpiration: { noncurrentDays: 1 } }] as const
    // She may see the bucket that she made; nobody may change one.
    expect((await ana.client.storage.getBucketLifecycle(name)).error).toMatchObject({
      code: 'NoSuchLifecycleConfiguration',
    })
    for (const { storage } of [ana.client, ben.client, anonymous]) {
      expect((await storage.updateBucketLifecycle(name, { rules: [...rules] })).error).not.toBeNull()
      expect((await storage.deleteBucketLifecycle(name)).error).not.toBeNull()
    }
    expect((await ben.client.storage.getBucketLifecycle(name)).error).toMatchObject({ code: 'NoSuchBucket' })
    data(await storage.deleteBucket(name))
  })
})

describe('a lifecycle', () => {
  const rule = {
    id: 'history',
    status: 'Enabled',
    filter: {},
    noncurrentVersionExpiration: { noncurrentDays: 30, newerNoncurrentVersions: 2 },
  } as const

  it('is kept, replaced as a whole and removed', async () => {
    const { id } = await newBucket()
    expect((await storage.getBucketLifecycle(id)).error).toMatchObject({
      ...{ status: 400, statusCode: '404', code: 'NoSuchLifecycleConfiguration' },
    })
    expect(data(await storage.updateBucketLifecycle(id, { rules: [rule] }))).toEqual({ rules: [rule] })
    expect(data(await storage.getBucketLifecycle(id))).toEqual({ rules: [rule] })
    const { id: _, ...unnamed } = rule
    const replaced = data(
      await storage.updateBucketLifecycle(id, { rules: [unnamed, { ...unnamed, status: 'Disabled' }] }),
    )
    expect(new Set(replaced.rules.map(({ id }) => id)).size).toBe(2)
    expect(data(await storage.getBucketLifecycle(id))).toEqual(replaced)
    for (const _ of [1, 2])
      expect(data(await storage.deleteBucketLifecycle(id))).toEqual({ message: 'Successfully deleted' })
    expect((await storage.getBucketLifecycle(id)).error).toMatchObject({ code: 'NoSuchLifecycleConfiguration' })
    for (const { error } of [
      await storage.getBucketLifecycle('nowhere'),
      await storage.updateBucketLifecycle('nowhere', { rules: [rule] }),
      await storage.deleteBucketLifecycle('nowhere'),
    ])
      expect(error).toMatchObject({ code: 'NoSuchBucket' })
  })

  it('is refused where it says what cannot be followed', async () => {
    const { id } = await newBucket()
    const days = (noncurrentDays: unknown, newerNoncurrentVersions?: unknown) => ({
      rules: [{ ...rule, noncurrentVersionExpiration: { noncurrentDays, newerNoncurrentVersions } }],
    })
    const wrong: [unknown, string][] = [
      [{}, 'must be an array'],
      [{ rules: {} }, 'must be an array'],
      [{ rules: [] }, 'between 1 and 1000 rules'],
      [{ rules: Array.from({ length: 1001 }, (_, at) => ({ ...rule, id: String(at) })) }, 'between 1 and 1000 rules'],
      [{ rules: [rule, rule] }, 'Rule ID must be unique. Found same ID for more than one rule'],
      [{ rules: [{ ...rule, expiration: { days: 1 } }] }, 'Rule 1 contains unsupported field expiration'],
      [{ rules: [{ ...rule, filter: { prefix: 'a' } }] }, 'Rule 1 contains unsupported field prefix'],
      [{ rules: [{ ...rule, filter: undefined }] }, 'Rule 1'],
      [{ rules: [rule, { ...rule, id: 'x'.repeat(256) }] }, 'Rule 2 ID must be 255 characters or fewer'],
      [{ rules: [{ ...rule, status: 'enabled' }] }, 'Rule 1'],
      [days(0), "'NoncurrentDays' for NoncurrentVersionExpiration action must be a positive integer"],
      [days(1.5), "'NoncurrentDays'"],
      [days(1e12), "'NoncurrentDays'"],
      [days(1, 0), "'NewerNoncurrentVersions'"],
      [days(1, 101), "'NewerNoncurrentVersions'"],
      [null, 'must be an array'],
    ]
    for (const [body, words] of wrong) {
      const answer = await call(`/bucket/${id}/lifecycle`, { method: 'PUT', body: JSON.stringify(body) })
      expect(await refusal(answer)).toMatchObject({
        ...{ status: 400, code: 'InvalidParameter', message: expect.stringContaining(words) },
      })
    }
    expect((await storage.getBucketLifecycle(id)).error).toMatchObject({ code: 'NoSuchLifecycleConfiguration' })
  })
})
