import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Who looks after a client, and the next contact with it. */

let testData: TestData
let people: TestData['people']
let client: string

const contact = { next_contact_on: '2031-11-28', next_contact_note: 'Send the offer' }
const none = { looked_after_by: null, next_contact_on: null, next_contact_note: null }

beforeAll(async () => {
  testData = await createTestData()
  people = testData.people
  client = testData.work.north.client
})
afterAll(() => removeTestData(testData))
beforeEach(() => arrange(service.from('clients').update(none).eq('id', client)))

const change = ({ db }: Person, to: object) => db.from('clients').update(to).eq('id', client).select()
const stored = async () =>
  (
    await arrange(
      service.from('clients').select('looked_after_by, next_contact_on, next_contact_note').eq('id', client),
    )
  )[0]
const notes = async () =>
  arrange(service.from('client_notes').select('id, note_text, note_category, staff_id').eq('client_id', client))

describe('[clients.md#next-contact] a client', () => {
  it('is looked after by a person on the staff of its agency', async () => {
    expect(await arrange(change(people.ben, { looked_after_by: people.ana.id, ...contact }))).toMatchObject([
      { looked_after_by: people.ana.id, ...contact },
    ])
    for (const other of [people.cleo, people.uma, people.nia]) {
      const { error } = await change(people.ben, { looked_after_by: other.id })
      expect(error).toMatchObject({
        code: '23514',
        message: 'A client can only be looked after by staff of its agency.',
      })
    }
  })

  it('of another agency is changed by nobody, and does not tell who works there', async () => {
    for (const looked_after_by of [people.ana.id, people.cleo.id]) {
      expect(await change(people.cleo, { looked_after_by })).toMatchObject({ error: null, data: [] })
    }
    expect(await stored()).toEqual(none)
  })

  it('has no reason for a contact without its day, and none of more than 200 characters', async () => {
    for (const [to, code] of [
      [{ next_contact_note: 'Send the offer' }, '23514'],
      [{ next_contact_on: '2031-11-28', next_contact_note: 'x'.repeat(201) }, '23514'],
      [{ next_contact_on: '2031-11-28', next_contact_note: ' ' }, '23514'],
    ] as const) {
      expect((await change(people.ben, to)).error?.code).toBe(code)
    }
    await arrange(change(people.ben, { next_contact_on: '2031-11-28', next_contact_note: 'x'.repeat(200) }))
  })

  it('is looked after by nobody once that person works elsewhere', async () => {
    const bert = await newPerson('Bert', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
    await arrange(change(people.ben, { looked_after_by: bert.id, ...contact }))
    await arrange(people.sol.db.from('user_profiles').update({ agency_id: testData.agencies.south }).eq('id', bert.id))
    expect(await stored()).toEqual({ looked_after_by: null, ...contact })
    await removePeople(bert)
  })

  it('that is deleted and brought back is as it was', async () => {
    const row = { looked_after_by: people.ana.id, ...contact }
    const fields = { agency_id: testData.agencies.north, name: 'Gone', email: 'gone@isolation.test', ...row }
    const added = await arrange(people.ben.db.from('clients').insert(fields).select('id'))
    const id = added[0]?.id
    await arrange(people.ben.db.from('clients').delete().eq('id', id))
    await arrange(people.ben.db.rpc('bring_back', { subjects: [id] }))
    expect(await arrange(service.from('clients').select().eq('id', id))).toMatchObject([row])
    await arrange(service.from('clients').delete().eq('id', id))
  })

  it('[for-clients.md#kept-private] does not show any of it on its own page', async () => {
    await arrange(change(people.ben, { looked_after_by: people.ana.id, ...contact }))
    const [{ token }] = await arrange(people.ben.db.rpc('make_client_link', { client, name: 'Maria' }))
    const token_hash = createHash('sha256').update(token).digest('hex')
    const page = JSON.stringify(await arrange(service.rpc('open_client_page', { token_hash })))
    expect(page).toContain('Isolation')
    for (const hidden of ['Send the offer', '2031-11-28', people.ana.id, 'Ana Reyes', 'next_contact']) {
      expect(page).not.toContain(hidden)
    }
  })
})

describe('[clients.md#done] a contact that took place', () => {
  const due = { due: contact.next_contact_on, due_note: contact.next_contact_note }
  const next = { next_on: '2031-12-12', next_note: 'Call again' }
  const after = { next_contact_on: next.next_on, next_contact_note: next.next_note }
  const complete = ({ db }: Person, given: object = {}) =>
    db.rpc('complete_contact', { client, words: 'They want it.', ...due, ...next, ...given })

  beforeEach(async () => {
    await arrange(service.from('client_notes').delete().eq('client_id', client))
    await arrange(change(people.ben, { looked_after_by: people.ana.id, ...contact }))
  })

  it('becomes a note of category follow-up, and the next contact follows', async () => {
    const written = await arrange(complete(people.ana))
    expect(await notes()).toEqual([
      { id: written, note_text: 'They want it.', note_category: 'follow-up', staff_id: people.ana.id },
    ])
    expect(await stored()).toMatchObject({ looked_after_by: people.ana.id, ...after })
  })

  it('needs no next contact', async () => {
    await arrange(complete(people.ana, { next_on: null, next_note: null }))
    expect(await stored()).toMatchObject({ next_contact_on: null, next_contact_note: null })
  })

  it('is undone with its note', async () => {
    const written = await arrange(complete(people.ana))
    await arrange(people.ana.db.rpc('reopen_contact', { client, written, ...due, ...next }))
    expect(await notes()).toEqual([])
    expect(await stored()).toMatchObject(contact)
  })

  it('stores nothing where a colleague has changed the next contact meanwhile, and undoes nothing then', async () => {
    const written = await arrange(complete(people.ben))
    const late = await complete(people.ana, { words: 'I called too.' })
    expect(late).toMatchObject({ status: 409, error: { message: 'A colleague has changed the next contact since.' } })
    await arrange(change(people.ana, { next_contact_on: '2026-12-24' }))
    const undo = await people.ben.db.rpc('reopen_contact', { client, written, ...due, ...next })
    expect(undo.status).toBe(409)
    expect(await notes()).toMatchObject([{ note_text: 'They want it.' }])
    expect(await stored()).toMatchObject({ next_contact_on: '2026-12-24' })
  })

  it('is nothing that anybody else may say', async () => {
    for (const person of [people.cleo, people.uma, people.nia]) {
      expect(await complete(person)).toMatchObject({
        status: 404,
        error: { message: 'This client no longer exists, or you may not change it.' },
      })
    }
    expect(await notes()).toEqual([])
    expect(await stored()).toMatchObject(contact)
  })
})
