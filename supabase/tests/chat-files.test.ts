import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOfChat } from '../isolation/matrix-of-client-tables.ts'
import { callersEverywhere } from '../isolation/rights.ts'
import { filesOfChat as place, tryFiles } from '../isolation/stored-files.ts'
import { settle } from './deleted-client-scene.ts'
import { arrange, type Person, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'
import { csv, pathIn, table } from './update-files.ts'

let testData: TestData
let ben: Person
let ana: Person
beforeAll(async () => {
  testData = await createTestData()
  ;({ ben, ana } = testData.people)
})
afterAll(async () => {
  await arrange(service.from('chat_messages').delete().eq('content', 'Here it is'))
  await removeTestData(testData)
})

const isThere = async (path: string) => (await service.storage.from(place.bucket).exists(path)).data

async function upload(caller: Person, agency: 'north' | 'south' = 'north'): Promise<string> {
  const path = pathIn(place.folderIn(testData, agency))
  const { error } = await caller.db.storage.from(place.bucket).upload(path, csv())
  if (error) throw error
  return path
}

/** A WebP picture of one pixel. */
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

const told = (path: string) => ({ path, name: 'Prices.csv', type: 'text/csv', size: table.length })
const send = (caller: Person, files: unknown) =>
  caller.db
    .from('chat_messages')
    .insert({ content: 'Here it is', metadata: Object({ files }) })
    .select('id')
    .single()
const remove = (caller: Person, path: string) => caller.db.storage.from(place.bucket).remove([path])

it.each(callersEverywhere)('files of the chat are for %s what the matrix says', async (caller) => {
  expect(await tryFiles(testData.people[caller], testData, place)).toEqual(filesOfChat[caller])
})

it('[messages.md#files] is taken back by whoever uploaded it, and by nobody once it was sent', async () => {
  const [taken, sent] = [await upload(ben), await upload(ben)]
  await arrange(send(ben, [told(sent)]))
  for (const path of [taken, sent]) await remove(ana, path)
  expect(await isThere(taken)).toBe(true)
  for (const path of [taken, sent]) await remove(ben, path)
  expect([await isThere(taken), await isThere(sent)]).toEqual([false, true])
})

it('[messages.md#editing-and-deleting] goes with its message', async () => {
  const [mine, other] = [await upload(ben), await upload(ben)]
  const { id: message } = await arrange(send(ben, [told(mine)]))
  await arrange(send(ben, [told(other)]))
  await arrange(ben.db.rpc('delete_message', { message }))
  // The file of a deleted message can no longer be read; its row stays until Storage has removed both.
  const read = await ben.db.storage.from(place.bucket).download(mine)
  expect([read.data, await isThere(mine)]).toEqual([null, true])
  expect(await arrange(service.rpc('has_deletions_to_settle'))).toBe(true)
  await settle()
  expect([await isThere(mine), await isThere(other)]).toEqual([false, true])
  expect((await ben.db.storage.from(place.bucket).download(other)).error).toBeNull()
})

it('[messages.md#files] goes by the type of its content, which storage says, whatever its name claims', async () => {
  const path = pathIn(place.folderIn(testData, 'north'))
  const files = ana.db.storage.from(place.bucket)
  await files.upload(path, new Blob([webp], { type: 'image/jpeg' }))
  const { data } = await files.info(path)
  expect(data?.contentType).toBe('image/webp')
  const file = { path, name: 'photo.jpg', type: data?.contentType, size: webp.length }
  expect((await send(ana, [file])).error).toBeNull()
})

describe('[messages.md#files] a message is refused that carries', () => {
  const refused: Record<string, (path: string) => unknown> = {
    'a file of another size': (path) => [{ ...told(path), size: 1 }],
    'a file of another type': (path) => [{ ...told(path), type: 'image/png' }],
    'a file without a name': (path) => [{ ...told(path), name: ' ' }],
    'a name that is none': (path) => [{ ...told(path), name: 1 }],
    'more about a file': (path) => [{ ...told(path), owner: 'Ben' }],
    'less about a file': (path) => [{ path }],
    'the same file twice': (path) => [told(path), told(path)],
    'no files': () => [],
    'files that are no list': (path) => told(path),
    'a path alone': (path) => [path],
  }

  it.each(Object.entries(refused))('%s', async (_what, filesOf) => {
    const path = await upload(ana)
    expect((await send(ana, filesOf(path))).error).not.toBeNull()
    expect(await remove(ana, path).then(() => isThere(path))).toBe(false)
  })

  it('a file of somebody else, of another agency, of another message or of nowhere, and more than five', async () => {
    const { cleo } = testData.people
    const [bens, cleos, sent] = [await upload(ben), await upload(cleo, 'south'), await upload(ana)]
    await arrange(send(ana, [told(sent)]))
    const six = await Promise.all(Array.from({ length: 6 }, () => upload(ana)))
    const nowhere = pathIn(place.folderIn(testData, 'north'))
    for (const paths of [[bens], [cleos], [sent], [nowhere], six]) {
      expect((await send(ana, paths.map(told))).error).not.toBeNull()
    }
    expect((await send(ana, six.slice(1).map(told))).error).toBeNull()
  })
})
