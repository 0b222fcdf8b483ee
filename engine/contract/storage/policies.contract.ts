import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, person } from '../people.ts'
import { anonymous, data, service } from '../rest/client.ts'
import { call, newFolder, reels } from './client.ts'

let ana: Person
let ben: Person
beforeAll(async () => {
  ana = await person()
  ben = await person()
})

const callers = { anon: () => anonymous, owner: () => ana.client, other: () => ben.client, server: () => service }
type CallerName = keyof typeof callers

const missing = { statusCode: '404', message: 'Object not found', code: 'NoSuchKey' }
const refused = { statusCode: '403', message: 'new row violates row-level security policy', code: 'AccessDenied' }

/** A file of Ana's, in a folder that only she may use. */
async function anasFile() {
  const path = `${ana.id}/${newFolder()}.txt`
  data(await ana.client.storage.from('reels').upload(path, 'of Ana'))
  return path
}

type Trial = (files: ReturnType<SupabaseClient['storage']['from']>, path: string) => Promise<{ error: unknown }>

const trials: Record<string, Trial> = {
  'upload beside it': (files, path) => files.upload(`${path}.new`, 'x'),
  'replace it': (files, path) => files.upload(path, 'replaced', { upsert: true }),
  'update it': (files, path) => files.update(path, 'replaced'),
  'download it': (files, path) => files.download(path).then((answer) => answer),
  'ask about it': (files, path) => files.info(path),
  'move it': (files, path) => files.move(path, `${path}.moved`),
  'copy it': (files, path) => files.copy(path, `${path}.copy`),
  'sign it': (files, path) => files.createSignedUrl(path, 60),
  'sign an upload beside it': (files, path) => files.createSignedUploadUrl(`${path}.signed`),
}

/** The result of each attempt on Ana's file. */
const expected: Record<keyof typeof trials, Record<CallerName, unknown>> = {
  'upload beside it': { anon: refused, owner: null, other: refused, server: null },
  'replace it': { anon: refused, owner: null, other: refused, server: null },
  'update it': { anon: refused, owner: null, other: refused, server: null },
  'download it': { anon: missing, owner: null, other: missing, server: null },
  'ask about it': { anon: missing, owner: null, other: missing, server: null },
  'move it': { anon: missing, owner: null, other: missing, server: null },
  'copy it': { anon: missing, owner: null, other: missing, server: null },
  'sign it': { anon: missing, owner: null, other: missing, server: null },
  'sign an upload beside it': { anon: refused, owner: null, other: refused, server: null },
}

describe.each(Object.entries(trials))('to %s', (name, attempt) => {
  it.each(Object.keys(callers) as CallerName[])('as %s', async (caller) => {
    const path = await anasFile()
    const { error } = await attempt(callers[caller]().storage.from('reels'), path)
    const outcome = expected[name]?.[caller]
    expect(error).toEqual(outcome === null ? null : expect.objectContaining({ status: 400, ...Object(outcome) }))
    // A refused attempt has left the file unchanged.
    if (error) expect(await data(await reels.download(path)).text()).toBe('of Ana')
  })
})

describe('what nobody is told about', () => {
  it('is passed over in lists, in removals and where many are signed', async () => {
    const path = await anasFile()
    for (const stranger of [anonymous, ben.client]) {
      const files = stranger.storage.from('reels')
      expect(data(await files.list(ana.id))).toEqual([])
      expect(data(await files.list())).not.toContainEqual(expect.objectContaining({ name: ana.id }))
      expect(data(await files.remove([path]))).toEqual([])
      expect(data(await files.createSignedUrls([path], 60))).toEqual([
        {
          path,
          error: 'Either the object does not exist or you do not have access to it',
          signedURL: null,
          signedUrl: null,
        },
      ])
      expect(await files.exists(path)).toMatchObject({ data: false })
    }
    expect(await data(await ana.client.storage.from('reels').download(path)).text()).toBe('of Ana')
  })
})

describe('an owner', () => {
  it('is written down', async () => {
    const path = await anasFile()
    const removed = data(await ana.client.storage.from('reels').remove([path]))
    expect(removed).toMatchObject([{ name: path, bucket_id: 'reels', owner: ana.id, owner_id: ana.id }])
    expect(Object.keys(removed[0] ?? {}).sort()).toEqual(
      [
        'name',
        'bucket_id',
        'owner',
        'owner_id',
        'version',
        'id',
        'updated_at',
        'created_at',
        'last_accessed_at',
        'metadata',
        'user_metadata',
      ].sort(),
    )
    expect(await reels.exists(path)).toMatchObject({ data: false })
  })

  it('stays it when the project’s own server replaces the file', async () => {
    const path = await anasFile()
    data(await reels.update(path, 'by the server'))
    expect(data(await ana.client.storage.from('reels').remove([path]))).toHaveLength(1)
  })

  it('lists, signs and removes what is theirs', async () => {
    const path = await anasFile()
    const files = ana.client.storage.from('reels')
    expect(data(await files.list(ana.id)).map(({ name }) => `${ana.id}/${name}`)).toContain(path)
    const [signed] = data(await files.createSignedUrls([path], 60))
    expect(await (await fetch(signed?.signedUrl ?? '')).text()).toBe('of Ana')
    expect(data(await files.remove([path, 'nothing']))).toHaveLength(1)
  })

  it('cannot move or copy a file to where they may not upload', async () => {
    const path = await anasFile()
    const files = ana.client.storage.from('reels')
    expect((await files.move(path, `${ben.id}/gift.txt`)).error).toMatchObject(refused)
    expect((await files.copy(path, `${ben.id}/gift.txt`)).error).toMatchObject(refused)
    expect((await files.move(path, 'gift.txt', { destinationBucket: 'papers' })).error).toMatchObject(refused)
    expect(await reels.exists(path)).toMatchObject({ data: true })
  })

  it('has their file no more once signed out', async () => {
    const cleo = await person()
    const path = `${cleo.id}/file.txt`
    data(await cleo.client.storage.from('reels').upload(path, 'x'))
    const headers = { authorization: `Bearer ${cleo.token}` }
    expect((await call(`/object/reels/${path}`, { headers })).status).toBe(200)
    await cleo.client.auth.signOut()
    const response = await call(`/object/reels/${path}`, { headers })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ statusCode: '403', error: 'Unauthorized', code: 'AccessDenied' }),
    ])
    const upload = await call(`/object/reels/${path}2`, { method: 'POST', body: 'x', headers })
    expect(upload.status).toBe(400)
    expect(await reels.exists(`${path}2`)).toMatchObject({ data: false })
  })
})

describe('who may read a file and not change it', () => {
  const shared = async () => {
    const path = `shared/${newFolder()}.txt`
    data(await reels.upload(path, 'for all'))
    return path
  }

  it('downloads it, and may neither replace, move nor remove it', async () => {
    const path = await shared()
    const files = ben.client.storage.from('reels')
    expect(await data(await files.download(path)).text()).toBe('for all')
    expect((await files.upload(path, 'x', { upsert: true })).error).toMatchObject(refused)
    expect((await files.move(path, `${ben.id}/mine.txt`)).error).toMatchObject({
      statusCode: '403',
      message: 'Access denied',
    })
    expect(data(await files.remove([path]))).toEqual([])
    const remove = await call(`/object/reels/${path}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ben.token}` },
    })
    expect(await remove.json()).toMatchObject({ statusCode: '403', message: 'Access denied' })
  })

  it('copies it to where they may upload, and owns the copy', async () => {
    const path = await shared()
    const copy = `${ben.id}/${newFolder()}.txt`
    const files = ben.client.storage.from('reels')
    expect(data(await files.copy(path, copy))).toEqual({ path: `reels/${copy}` })
    expect(await data(await files.download(copy)).text()).toBe('for all')
    expect(data(await files.remove([copy]))).toHaveLength(1)
  })
})

describe('a bucket that only takes', () => {
  const letterbox = () => anonymous.storage.from('letterbox')

  it('takes a letter from anybody, who sees it never again', async () => {
    const path = `${newFolder()}.txt`
    expect(data(await letterbox().upload(path, 'Dear all'))).toMatchObject({ path })
    expect((await letterbox().download(path)).error).toMatchObject(missing)
    expect(await data(await service.storage.from('letterbox').download(path)).text()).toBe('Dear all')
  })

  it('takes nothing that the policy does not like, by its name or by its type', async () => {
    expect((await letterbox().upload(`${newFolder()}.exe`, 'x')).error).toMatchObject(refused)
    const picture = { contentType: 'image/png' }
    expect((await letterbox().upload(`${newFolder()}.txt`, 'x', picture)).error).toMatchObject(refused)
  })

  it('says that a name is taken, and lets nobody replace it', async () => {
    const path = `${newFolder()}.txt`
    data(await letterbox().upload(path, 'first'))
    expect((await letterbox().upload(path, 'second')).error).toMatchObject({ statusCode: '409' })
    expect((await letterbox().upload(path, 'second', { upsert: true })).error).toMatchObject(refused)
    expect(await data(await service.storage.from('letterbox').download(path)).text()).toBe('first')
  })
})

describe('SQL', () => {
  it('cannot delete a file by hand', async () => {
    const path = await anasFile()
    const { error } = await service.rpc('delete_file_by_hand', { key: path })
    expect(error).toMatchObject({
      code: '42501',
      message: 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
    })
  })

  it('removes the file of a deleted record where it says that it means it', async () => {
    const path = `${newFolder()}/script.csv`
    data(await service.storage.from('papers').upload(path, new Blob(['a,b'], { type: 'text/csv' })))
    data(await service.from('scripts').insert({ file: path }).select())
    data(await service.from('scripts').delete().eq('file', path).select())
    expect(await service.storage.from('papers').exists(path)).toMatchObject({ data: false })
  })
})
