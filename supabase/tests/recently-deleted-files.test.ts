import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../functions/_shared/hash.ts'
import { bringBack, filesIn, newWork, remove, seenBy, settle, type Work } from './deleted-client-scene.ts'
import { arrange, type Person, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'
import { BUCKET, table } from './update-files.ts'

const KEPT = 'recently-deleted'

let testData: TestData
let ben: Person
beforeAll(async () => {
  testData = await createTestData()
  ben = testData.people.ben
})
afterAll(() => removeTestData(testData))

let work: Work
beforeEach(async () => {
  work = await newWork(ben)
})

describe('[recently-deleted.md#files] files of what was deleted', () => {
  it('move to where nobody reads them, and come back with it', async () => {
    const name = work.path.split('/')[1]
    await remove(ben, 'project_updates', work.update)
    expect((await ben.db.storage.from(BUCKET).download(work.path)).data).toBeNull()
    expect(await settle(ben)).toEqual({ data: { success: true } })
    expect([await filesIn(BUCKET, work.update), await filesIn(KEPT, work.update)]).toEqual([[], [name]])
    for (const who of [ben, testData.people.sol, testData.people.cleo]) {
      expect((await who.db.storage.from(KEPT).download(work.path)).data).toBeNull()
      expect((await who.db.storage.from(KEPT).list(work.update)).data).toEqual([])
    }
    await bringBack(ben, work.update)
    await settle(ben)
    expect([await filesIn(BUCKET, work.update), await filesIn(KEPT, work.update)]).toEqual([[name], []])
    const { data } = await ben.db.storage.from(BUCKET).download(work.path)
    expect(await data?.text()).toBe(table)
  })

  it('are erased with it after thirty days, which leaves a receipt', async () => {
    await remove(ben, 'clients', work.client)
    await settle()
    const receipts = async () => arrange(service.rpc('erasure_receipts'))
    const before = await receipts()
    await settle()
    expect(await receipts()).toEqual(before)
    const monthAgo = { deleted_at: new Date(Date.now() - 31 * 24 * 3600_000).toISOString() }
    await arrange(service.from('recently_deleted').update(monthAgo).eq('subject_id', work.client))
    expect(await arrange(service.rpc('has_deletions_to_settle'))).toBe(true)
    await settle()
    const after = await receipts()
    expect(after.length).toBe(before.length + 1)
    expect(after.at(-1)).toMatchObject({
      kind: 'deletion',
      rows: { 'public.projects': 1, 'public.client_update_attachments': 1 },
      // The file of the update, and the same one that came with the request.
      files: Array(2).fill(await hashOf(table)),
    })
    expect(await seenBy(ben, work.client)).toEqual([])
    expect(await filesIn(KEPT, work.update)).toEqual([])
  })

  it('that nobody is allowed to move stay where they are', async () => {
    expect(await settle(testData.people.uma)).toMatchObject({ status: 403 })
    expect(await settle(testData.people.visitor)).toMatchObject({ status: 401 })
  })
})
