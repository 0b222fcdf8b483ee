import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matrix } from '../isolation/matrix.ts'
import { callersEverywhere } from '../isolation/rights.ts'
import { bringBack, remove, settle } from './deleted-client-scene.ts'
import { arrange, service, visitor } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

const BUCKET = 'website-pictures'
/** A picture of one pixel. */
const pixel = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'
const picture = () => new Blob([Buffer.from(pixel, 'base64')], { type: 'image/webp' })
const newName = () => `${crypto.randomUUID()}.webp`
const addressOf = (name: string) => service.storage.from(BUCKET).getPublicUrl(name).data.publicUrl
const isThere = async (name: string) => (await service.storage.from(BUCKET).exists(name)).data

async function put(name = newName()) {
  const { error } = await service.storage.from(BUCKET).upload(name, picture())
  if (error) throw error
  return name
}

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

/** Callers who may change the row of the website's agency, North. */
const writers = callersEverywhere.filter((caller) => matrix.agencies?.[caller].update.includes('north'))

describe('pictures of the website', () => {
  it.each(callersEverywhere)('are for %s to put there and to remove, if they write what it says', async (caller) => {
    const { db } = testData.people[caller]
    const files = db.storage.from(BUCKET)
    const name = newName()
    await files.upload(name, picture())
    const other = await put()
    await files.remove([other])
    expect({ uploaded: await isThere(name), removed: !(await isThere(other)) }).toEqual({
      uploaded: writers.includes(caller),
      removed: writers.includes(caller),
    })
  })

  it('are seen by everybody, and listed by nobody else', async () => {
    const name = await put()
    const seen = await fetch(addressOf(name))
    expect(seen.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await seen.arrayBuffer()).toString('base64')).toBe(pixel)
    expect((await visitor.db.storage.from(BUCKET).list()).data ?? []).toEqual([])
  })

  it('have names of their own, are small pictures, and come by no address that was signed for an upload', async () => {
    const files = testData.people.ana.db.storage.from(BUCKET)
    expect((await files.upload('portrait.webp', picture())).error).toMatchObject({ statusCode: '403' })
    const page = new Blob(['<script>'], { type: 'text/html' })
    expect((await files.upload(newName(), page)).error).toMatchObject({ statusCode: '415' })
    expect((await files.createSignedUploadUrl(newName())).error).toMatchObject({ statusCode: '403' })
  })

  it('go with the last that shows them', async () => {
    const { spare, south } = testData.agencies
    const [shown, shared] = [await put(), await put()]
    const said = (...names: string[]) => ({
      testimonials: names.map((name) => ({ words: 'Good', author: 'Maria', role: '', picture: addressOf(name) })),
    })
    const tell = (agency: string, words: object) => arrange(service.from('agencies').update(words).eq('id', agency))
    await tell(spare, said(shown, shared))
    await tell(south, said(shared))
    await tell(spare, said(shown))
    expect([await isThere(shown), await isThere(shared)]).toEqual([true, true])
    await tell(spare, said())
    // A picture that waits for its removal is used again.
    await tell(spare, said(shown))
    await settle()
    expect(await isThere(shown)).toBe(true)
    await tell(spare, said())
    await settle()
    expect([await isThere(shown), await isThere(shared)]).toEqual([false, true])
    await tell(south, said())
    await settle()
    expect(await isThere(shared)).toBe(false)
  })

  it('[recently-deleted.md#files] stay while a deleted agency that shows them can be brought back', async () => {
    const { sol } = testData.people
    const name = await put()
    const id = crypto.randomUUID()
    const testimonials = [{ words: 'Good', author: 'Maria', role: '', picture: addressOf(name) }]
    await arrange(service.from('agencies').insert({ id, name: 'Pop-up', testimonials }))
    await remove(sol, 'agencies', id)
    await settle()
    expect(await isThere(name)).toBe(true)
    expect((await bringBack(sol, id)).error).toBeNull()
    await settle()
    expect(await isThere(name)).toBe(true)
    await remove(sol, 'agencies', id)
    await arrange(service.from('recently_deleted').delete().eq('subject_id', id))
    await settle()
    expect(await isThere(name)).toBe(false)
  })
})
