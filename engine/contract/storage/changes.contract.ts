import { describe, expect, it } from 'vitest'
import { program } from '../../storage/testing/sample-files.ts'
import { data } from '../rest/client.ts'
import { uploaded } from './changes-client.ts'
import { call, newFolder, papers, posters, reels, refusal } from './client.ts'

describe('a move', () => {
  it('keeps the file and its id, and leaves nothing at the old place', async () => {
    const { path, id } = await uploaded()
    const before = data(await reels.info(path))
    const target = `${newFolder()}/moved.txt`
    expect(data(await reels.move(path, target))).toEqual({ message: 'Successfully moved' })
    const after = data(await reels.info(target))
    expect(after).toMatchObject({ id, metadata: { by: 'Ana' }, size: 7, etag: before.etag })
    expect(after.version).not.toBe(before.version)
    expect(await data(await reels.download(target)).text()).toBe('content')
    expect(await reels.exists(path)).toMatchObject({ data: false })
  })

  it('goes to another bucket', async () => {
    const { path } = await uploaded()
    data(await reels.move(path, path, { destinationBucket: 'posters' }))
    expect(await (await fetch(posters.getPublicUrl(path).data.publicUrl)).text()).toBe('content')
  })

  it('is refused where something is, from where nothing is, and to a key that cannot be', async () => {
    const [one, two] = [await uploaded('one'), await uploaded('two')]
    expect((await reels.move(one.path, two.path)).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
    expect(await data(await reels.download(one.path)).text()).toBe('one')
    expect(await data(await reels.download(two.path)).text()).toBe('two')
    expect((await reels.move('nowhere.txt', 'there.txt')).error).toMatchObject({ message: 'Object not found' })
    expect((await reels.move(one.path, '../up.txt')).error).toMatchObject({ message: 'Invalid key: ../up.txt' })
    expect((await reels.move(one.path, 'x.txt', { destinationBucket: 'nowhere' })).error).toMatchObject({
      message: 'Bucket not found',
    })
  })
})

describe('a copy', () => {
  it('is a file of its own with the same description', async () => {
    const { path, id } = await uploaded()
    const target = `${newFolder()}/copy.txt`
    expect(data(await reels.copy(path, target))).toEqual({ path: `reels/${target}` })
    const copy = data(await reels.info(target))
    expect(copy).toMatchObject({ metadata: { by: 'Ana' }, contentType: 'text/plain;charset=UTF-8' })
    expect(copy.id).not.toBe(id)
    data(await reels.remove([path]))
    expect(await data(await reels.download(target)).text()).toBe('content')
  })

  it('may have another description', async () => {
    const { path } = await uploaded()
    const target = `${newFolder()}/copy.txt`
    const response = await call('/object/copy', {
      method: 'POST',
      headers: { 'x-metadata': Buffer.from('{"by":"Ben"}').toString('base64') },
      body: JSON.stringify({
        ...{ bucketId: 'reels', sourceKey: path, destinationKey: target, copyMetadata: false },
        metadata: { cacheControl: 'no-store', mimetype: 'text/markdown' },
      }),
    })
    expect(await response.json()).toMatchObject({ Key: `reels/${target}`, Id: expect.any(String), name: target })
    expect(data(await reels.info(target))).toMatchObject({
      ...{ contentType: 'text/markdown', cacheControl: 'no-store', metadata: { by: 'Ben' } },
    })
  })

  it('has no description that is nested without end', async () => {
    const { path } = await uploaded()
    const target = `${newFolder()}/copy.txt`
    const response = await call('/object/copy', {
      method: 'POST',
      headers: { 'x-metadata': Buffer.from(`{"by":${'['.repeat(5_000)}${']'.repeat(5_000)}}`).toString('base64') },
      body: JSON.stringify({ bucketId: 'reels', sourceKey: path, destinationKey: target, copyMetadata: false }),
    })
    expect(response.status).toBe(200)
    expect(data(await reels.info(target)).metadata).toEqual({})
  })

  it('replaces only where that is asked for', async () => {
    const [one, two] = [await uploaded('one'), await uploaded('two')]
    expect((await reels.copy(one.path, two.path)).error).toMatchObject({ statusCode: '409' })
    const body = JSON.stringify({ bucketId: 'reels', sourceKey: one.path, destinationKey: two.path })
    const response = await call('/object/copy', { method: 'POST', headers: { 'x-upsert': 'true' }, body })
    expect(await response.json()).toMatchObject({ Id: two.id })
    expect(await data(await reels.download(two.path)).text()).toBe('one')
  })
})

describe('the rules of a bucket hold for what comes from another one', () => {
  it.each(['move', 'copy'] as const)('by %s', async (way) => {
    const path = `${newFolder()}/report.pdf`
    data(await reels.upload(path, program, { contentType: 'application/pdf' }))
    expect((await reels[way](path, path, { destinationBucket: 'papers' })).error).toMatchObject({
      statusCode: '415',
      message: 'mime type application/x-msdownload is not supported',
    })
    const large = `${newFolder()}/large.csv`
    data(await reels.upload(large, 'a,b\n'.repeat(2_621_441), { contentType: 'text/csv' }))
    expect((await reels[way](large, large, { destinationBucket: 'papers' })).error).toMatchObject({ statusCode: '413' })
    const table = `${newFolder()}/table.csv`
    data(await reels.upload(table, 'a,b', { contentType: 'text/csv' }))
    expect((await reels[way](table, table, { destinationBucket: 'papers' })).error).toBeNull()
    expect(await data(await papers.download(table)).text()).toBe('a,b')
    expect(await papers.exists(path)).toMatchObject({ data: false })
  })

  it('and for a file that is given another type in its own', async () => {
    const path = `${newFolder()}/table.csv`
    data(await papers.upload(path, 'a,b', { contentType: 'text/csv' }))
    const copy = (mimetype: string) => ({
      method: 'POST',
      body: JSON.stringify({
        ...{ bucketId: 'papers', sourceKey: path, destinationKey: `${path}2`, copyMetadata: false },
        metadata: { mimetype },
      }),
    })
    for (const type of ['image/png', 'text/html']) {
      expect(await refusal(await call('/object/copy', copy(type)))).toMatchObject({ statusCode: '415' })
    }
  })
})

describe('a removal', () => {
  it('of one file says what became of it', async () => {
    const { path } = await uploaded()
    const remove = () => call(`/object/reels/${path}`, { method: 'DELETE', body: '{}' })
    expect(await (await remove()).json()).toEqual({ message: 'Successfully deleted' })
    expect(await refusal(await remove())).toMatchObject({ status: 400, statusCode: '404', error: 'not_found' })
  })

  it('takes names as they are, and nothing below them', async () => {
    const { path } = await uploaded()
    expect(data(await reels.remove([path.split('/', 1)[0] ?? '', '%']))).toEqual([])
    expect(data(await reels.remove([path]))).toMatchObject([{ name: path }])
  })

  it('takes a thousand names at once, however long', async () => {
    const { path } = await uploaded()
    const names = Array.from({ length: 999 }, (_, n) => `${n}/`.padEnd(1024, 'x'))
    expect(data(await reels.remove([...names, path]))).toMatchObject([{ name: path }])
    expect((await reels.remove([...names, path, 'x'])).error).toMatchObject({ status: 400 })
  })

  it('needs a name', async () => {
    expect((await reels.remove([])).error).toMatchObject({ status: 400 })
  })
})
