import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, data } from '../rest/client.ts'
import { newFolder, reels } from './client.ts'

const folder: string = newFolder()
const names = async (options = {}, path: string = folder) =>
  data(await reels.list(path, options)).map(({ name }) => name)

beforeAll(async () => {
  for (const name of ['Zed.txt', 'a.txt', 'b_1.txt', 'dir/one.txt', 'dir/two.txt', 'dir2/sub/x.txt', 'Foo']) {
    data(await reels.upload(`${folder}/${name}`, name))
  }
})

describe('a folder', () => {
  it('shows files and folders by name, without regard to case', async () => {
    expect(await names()).toEqual(['a.txt', 'b_1.txt', 'dir', 'dir2', 'Foo', 'Zed.txt'])
    expect(await names({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'Zed.txt',
      'Foo',
      'dir2',
      'dir',
      'b_1.txt',
      'a.txt',
    ])
  })

  it('says of a file what it is, and of a folder that it is none', async () => {
    const [file, , dir] = data(await reels.list(folder))
    expect(file).toEqual({
      name: 'a.txt',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      updated_at: expect.stringMatching(/\.\d{3}Z$/),
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      last_accessed_at: expect.stringMatching(/\.\d{3}Z$/),
      metadata: {
        eTag: expect.stringMatching(/^"[\da-f]{32}"$/),
        size: 5,
        mimetype: 'text/plain;charset=UTF-8',
        cacheControl: 'max-age=3600',
        lastModified: expect.any(String),
        contentLength: 5,
        httpStatusCode: 200,
      },
    })
    expect(dir).toEqual({
      ...{ name: 'dir', id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null },
    })
  })

  it.each([`${folder}/dir`, `${folder}/dir/`, `${folder}/DIR`])('named %s shows what is in it', async (path) => {
    expect(await names({}, path)).toEqual(['one.txt', 'two.txt'])
  })

  it('goes on a page at a time', async () => {
    expect(await names({ limit: 2 })).toEqual(['a.txt', 'b_1.txt'])
    expect(await names({ limit: 2, offset: 2 })).toEqual(['dir', 'dir2'])
    expect(await names({ limit: 10, offset: 6 })).toEqual([])
  })

  it('is searched by the beginning of names, and no letter is a pattern', async () => {
    expect(await names({ search: 'DIR' })).toEqual(['dir', 'dir2'])
    expect(await names({ search: 'b_' })).toEqual(['b_1.txt'])
    expect(await names({ search: '_' })).toEqual([])
    expect(await names({ search: '%' })).toEqual([])
  })

  it('is searched in a folder that the search names, with names from the prefix on', async () => {
    expect(await names({ search: 'dir/' })).toEqual(['dir/one.txt', 'dir/two.txt'])
    expect(await names({ search: 'DIR/t' })).toEqual(['dir/two.txt'])
    const last = folder.split('/').at(-1) ?? ''
    const above = folder.slice(0, folder.length - last.length)
    expect(await names({ search: `${last}/di` }, above)).toEqual([`${last}/dir`, `${last}/dir2`])
  })

  it('by date shows folders first', async () => {
    expect(await names({ sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'dir',
      'dir2',
      'Zed.txt',
      'a.txt',
      'b_1.txt',
      'Foo',
    ])
    expect(await names({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'dir2',
      'dir',
      'Foo',
      'b_1.txt',
      'a.txt',
      'Zed.txt',
    ])
  })

  it('that is not there is empty, as is a bucket', async () => {
    expect(await names({}, newFolder())).toEqual([])
    expect(data(await anonymous.storage.from('nowhere').list())).toEqual([])
  })

  it('is not sorted by anything else', async () => {
    const { error } = await reels.list(folder, { sortBy: { column: 'version; drop table x', order: 'asc' } })
    expect(error).toMatchObject({ status: 400, statusCode: '400' })
  })
})

describe('the newer list', () => {
  const all = ['Foo', 'Zed.txt', 'a.txt', 'b_1.txt', 'dir/one.txt', 'dir/two.txt', 'dir2/sub/x.txt']
  const inFolder = (names: readonly string[]) => names.map((name) => `${folder}/${name}`)
  type Options = Parameters<typeof reels.listV2>[0]

  /** Fetches all pages of this size. */
  async function pages(options: Options, limit: number) {
    const names: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = data(await reels.listV2({ prefix: `${folder}/`, ...options, limit, ...(cursor && { cursor }) }))
      const entries = [...page.folders, ...page.objects]
      expect(entries.length).toBeLessThanOrEqual(limit)
      names.push(...entries.map(({ name }) => name))
      expect(page.hasNext).toBe(page.nextCursor !== undefined)
      if (!page.hasNext) return names
      cursor = page.nextCursor
    }
  }

  it('shows everything below a prefix, by the bytes of the names', async () => {
    const { objects, ...rest } = data(await reels.listV2({ prefix: folder }))
    expect(rest).toEqual({ hasNext: false, folders: [] })
    expect(objects.map(({ name }) => name)).toEqual(inFolder(all))
    expect(objects[2]).toEqual({
      ...{ id: expect.stringMatching(/^[\da-f-]{36}$/), name: `${folder}/a.txt`, metadata: expect.any(Object) },
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: expect.stringMatching(/\.\d{3}Z$/),
      last_accessed_at: expect.stringMatching(/\.\d{3}Z$/),
    })
  })

  it('takes the prefix as it is', async () => {
    const { objects } = data(await reels.listV2({ prefix: `${folder}/d` }))
    expect(objects.map(({ name }) => name)).toEqual(inFolder(all.filter((name) => name.startsWith('d'))))
    expect(data(await reels.listV2({ prefix: `${folder}/D` })).objects).toEqual([])
    expect(data(await reels.listV2({ prefix: `${folder}/%` })).objects).toEqual([])
  })

  it('goes folder by folder where that is asked for', async () => {
    const { folders, objects } = data(await reels.listV2({ prefix: `${folder}/`, with_delimiter: true }))
    expect(folders).toEqual([
      { key: 'dir', name: `${folder}/dir/` },
      { key: 'dir2', name: `${folder}/dir2/` },
    ])
    expect(objects.map(({ key, name }) => [key, name])).toEqual(
      ['Foo', 'Zed.txt', 'a.txt', 'b_1.txt'].map((name) => [name, `${folder}/${name}`]),
    )
  })

  it.each([1, 2, 3])('goes on, %i at a time, and leaves nothing out', async (limit) => {
    expect(await pages({}, limit)).toEqual(inFolder(all))
    const descending = { sortBy: { column: 'name', order: 'desc' } } as const
    expect(await pages(descending, limit)).toEqual(inFolder(all.toReversed()))
    const shown = inFolder(['Foo', 'Zed.txt', 'a.txt', 'b_1.txt', 'dir/', 'dir2/'])
    expect((await pages({ with_delimiter: true }, limit)).sort()).toEqual(shown)
    for (const order of ['asc', 'desc'] as const) {
      const byDate = { with_delimiter: true, sortBy: { column: 'created_at', order } } as const
      const names = await pages(byDate, limit)
      expect(names.toSorted()).toEqual(shown)
      expect(names.filter((name) => name.endsWith('.txt'))).toEqual(
        inFolder(order === 'asc' ? ['Zed.txt', 'a.txt', 'b_1.txt'] : ['b_1.txt', 'a.txt', 'Zed.txt']),
      )
    }
  })

  it('is empty for who may see nothing, and where there is nothing', async () => {
    const nothing = { hasNext: false, folders: [], objects: [] }
    expect(data(await anonymous.storage.from('reels').listV2({ prefix: folder }))).toEqual(nothing)
    expect(data(await anonymous.storage.from('nowhere').listV2())).toEqual(nothing)
  })

  it.each(['nonsense', btoa('{"name":1}'), btoa('{"name":"x","at":"x"}')])('takes no cursor %s', async (cursor) => {
    expect((await reels.listV2({ cursor })).error).toMatchObject({ status: 400, code: 'InvalidParameter' })
  })
})
