import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOfUpdates } from '../isolation/matrix-of-client-tables.ts'
import { callersEverywhere, type RowName } from '../isolation/rights.ts'
import { engine } from './engine.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'
import { agencies, BUCKET, contentOf, csv, pathIn, table } from './update-files.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

describe('a file that comes by a resumable upload', () => {
  const half = table.length / 2
  const resumable = (caller: Person, url: string, method: string, headers: Record<string, string>, body?: string) =>
    fetch(url, {
      method,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${caller.token}`, ...headers },
      ...(body !== undefined && { body }),
    })
  const begin = (caller: Person, path: string) =>
    resumable(caller, `${engine.url}/storage/v1/upload/resumable`, 'POST', {
      'upload-length': String(table.length),
      'upload-metadata': `bucketName ${btoa(BUCKET)},objectName ${btoa(path)},contentType ${btoa('text/csv')}`,
    })
  const goOn = (caller: Person, url: string, offset: number, text: string) =>
    resumable(
      caller,
      url,
      'PATCH',
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      text,
    )

  it.each(callersEverywhere)('is for %s what the matrix says of inserting', async (name) => {
    const caller = testData.people[name]
    const worked: RowName[] = []
    for (const agency of agencies) {
      const path = pathIn(testData.work[agency].update)
      const url = (await begin(caller, path)).headers.get('location')
      if (url) await goOn(caller, url, 0, table)
      if ((await contentOf(path)) === table) worked.push(agency)
      else expect(url, 'refused at its beginning').toBeNull()
    }
    expect(worked).toEqual(filesOfUpdates[name]?.insert)
  })

  it('is not finished by anybody else', async () => {
    const { ben, cleo, ana, sol } = testData.people
    const path = pathIn(testData.work.north.update)
    const url = (await begin(ben, path)).headers.get('location') ?? ''
    expect((await goOn(ben, url, 0, table.slice(0, half))).status).toBe(204)
    for (const other of [cleo, ana, sol]) expect((await goOn(other, url, half, table.slice(half))).status).toBe(404)
    expect(await contentOf(path)).toBeUndefined()
    expect((await goOn(ben, url, half, table.slice(half))).status).toBe(204)
    expect(await contentOf(path)).toBe(table)
  })

  it('is not finished by who lost the right to meanwhile', async () => {
    const pia = await newPerson('Pia', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
    const path = pathIn(testData.work.north.update)
    const url = (await begin(pia, path)).headers.get('location') ?? ''
    expect((await goOn(pia, url, 0, table.slice(0, half))).status).toBe(204)
    await arrange(service.from('user_roles').delete().eq('user_id', pia.id).eq('role', 'agency_staff'))
    expect((await goOn(pia, url, half, table.slice(half))).status).toBe(403)
    expect(await contentOf(path)).toBeUndefined()
    await removePeople(pia)
  })
})

describe('a file that does not belong here is refused', () => {
  const upload = (path: string, content: Blob) => testData.people.ben.db.storage.from(BUCKET).upload(path, content)
  const refused = async (path: string, content: Blob, statusCode: string) => {
    const { error } = await upload(path, content)
    expect(error).toMatchObject({ statusCode })
    expect(await contentOf(path)).toBeUndefined()
  }
  const inNorth = (name: string) => `${testData.work.north.update}/${Date.now()}_${name}`
  const MAX_BYTES = 10_485_760

  it('when it is a byte too large, while the largest comes in', async () => {
    await refused(inNorth('large.csv'), csv('x'.repeat(MAX_BYTES + 1)), '413')
    const path = inNorth('full.csv')
    expect((await upload(path, csv('x'.repeat(MAX_BYTES)))).error).toBeNull()
    expect((await contentOf(path))?.length).toBe(MAX_BYTES)
  })

  it.each(['text/html', 'image/svg+xml', 'image/gif', 'application/zip', 'application/octet-stream'])(
    'when it says to be %s',
    (type) => refused(inNorth('file.csv'), new Blob(['anything'], { type }), '415'),
  )

  it.each([
    ['photo.png', 'image/png'],
    ['data.csv', 'text/csv'],
    ['paper.pdf', 'application/pdf'],
  ])('when it is a program by the name of %s', (name, type) => {
    const program = new Uint8Array(512)
    program.set(new TextEncoder().encode('MZ\u0090\u0000\u0003'))
    return refused(inNorth(name), new Blob([program], { type }), '415')
  })

  it.each([
    ['no update of that id', () => `${crypto.randomUUID()}/1_file.csv`],
    ['no folder', () => '1_file.csv'],
    ['a folder below the update’s', () => `${testData.work.north.update}/deeper/1_file.csv`],
    ['an id in capitals', () => `${testData.work.north.update.toUpperCase()}/1_file.csv`],
  ])('when there is %s', (_case, path) => refused(path(), csv(), '403'))
})
