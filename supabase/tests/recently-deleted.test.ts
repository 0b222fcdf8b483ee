import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bringBack, filesIn, newWork, remove, rowsOf, seenBy, settle, type Work } from './deleted-client-scene.ts'
import { call } from './functions-client.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'
import { BUCKET } from './update-files.ts'

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

describe('[recently-deleted.md#kept] what a person deletes', () => {
  it.each(['clients', 'projects', 'project_updates'] as const)(
    'from %s comes back as it was, with all that hung on it',
    async (place) => {
      const before = await rowsOf(work.client)
      const id = { clients: work.client, projects: work.project, project_updates: work.update }[place]
      await remove(ben, place, id)
      expect((await arrange(service.from(place).select('id').eq('id', id))).length).toBe(0)
      expect(await bringBack(ben, id)).toMatchObject({ data: 1, error: null })
      expect(await rowsOf(work.client)).toEqual(before)
      expect(await seenBy(ben, id)).toEqual([])
    },
  )

  it('tells what it was, whose, and how much went with it', async () => {
    await remove(ben, 'projects', work.project)
    expect(await seenBy(ben, work.project)).toEqual([
      {
        kind: 'project',
        title: 'Website',
        belongs_to: 'Corner Shop',
        contents: {
          'public.project_notes': 1,
          'public.project_steps': 1,
          'public.project_updates': 1,
          'public.update_answers': 1,
          'public.client_update_attachments': 1,
          'public.notices': 2,
          'public.project_update_versions': 1,
        },
      },
    ])
  })

  it('is one deletion, however much goes with it', async () => {
    await remove(ben, 'clients', work.client)
    for (const subject of [work.project, work.update]) expect(await seenBy(ben, subject)).toEqual([])
  })

  it('comes back one by one, also where several were deleted at once', async () => {
    const other = await newWork(ben)
    await arrange(ben.db.from('projects').delete().in('id', [work.project, other.project]))
    expect(await bringBack(ben, work.project)).toMatchObject({ data: 1 })
    expect((await arrange(ben.db.from('projects').select('id').in('id', [work.project, other.project]))).length).toBe(1)
    expect(await bringBack(ben, work.project, other.project)).toMatchObject({ data: 1 })
  })

  it('waits for what it belongs to', async () => {
    await remove(ben, 'projects', work.project)
    await remove(ben, 'clients', work.client)
    const { error } = await bringBack(ben, work.project)
    expect(error).toMatchObject({ message: 'What it belongs to was deleted too. Bring that back first.' })
    await bringBack(ben, work.client)
    expect(await bringBack(ben, work.project)).toMatchObject({ data: 1 })
  })

  it('comes back once, by two clicks at the same moment too', async () => {
    await remove(ben, 'clients', work.client)
    const answers = await Promise.all([bringBack(ben, work.client), bringBack(ben, work.client)])
    expect(answers.filter(({ error }) => error === null).length).toBeGreaterThan(0)
    const { error } = await bringBack(ben, work.client)
    expect(error).toMatchObject({ message: 'It was brought back already, or has been erased.' })
  })

  it('names nobody who left meanwhile', async () => {
    const { north } = testData.agencies
    const leaver = await newPerson('Lea', { agencyId: north, roles: ['agency_staff'] })
    await arrange(service.from('projects').update({ assigned_to: leaver.id }).eq('id', work.project))
    await arrange(service.from('client_notes').update({ staff_id: leaver.id }).eq('client_id', work.client))
    await remove(ben, 'clients', work.client)
    await removePeople(leaver)
    await bringBack(ben, work.client)
    expect(await rowsOf(work.client)).toMatchObject({
      client_notes: [{ staff_id: null }],
      projects: [{ assigned_to: null }],
    })
  })

  it('is nobody’s to assign who works elsewhere by then', async () => {
    const { north, south } = testData.agencies
    const mover = await newPerson('Mo', { agencyId: north, roles: ['agency_staff'] })
    await arrange(service.from('projects').update({ assigned_to: mover.id }).eq('id', work.project))
    await remove(ben, 'projects', work.project)
    await arrange(service.from('user_profiles').update({ agency_id: south }).eq('id', mover.id))
    expect(await bringBack(ben, work.project)).toMatchObject({ data: 1 })
    expect(await rowsOf(work.client)).toMatchObject({ projects: [{ assigned_to: null }] })
    await removePeople(mover)
  })

  it('opens to the client again by the link they have', async () => {
    const asClient = () => call({ db: service }, 'for-client', { token: work.token })
    expect(await asClient()).toMatchObject({ data: { client: 'Corner Shop' } })
    await remove(ben, 'clients', work.client)
    expect(await asClient()).toMatchObject({ status: 404 })
    await bringBack(ben, work.client)
    expect(await asClient()).toMatchObject({ data: { client: 'Corner Shop' } })
  })

  it('is a month that stays as it was mailed, and is not mailed again', async () => {
    const shown = () => arrange(ben.db.rpc('client_month', { client: work.client, month: '2021-03-01' }))
    const before = await shown()
    await arrange(service.from('project_updates').update({ created_at: '2021-03-15' }).eq('id', work.update))
    await remove(ben, 'clients', work.client)
    await bringBack(ben, work.client)
    expect(await shown()).toEqual(before)
    expect(before).toMatchObject({ words: 'A quiet month.', delivered: [], edited: [] })
    const [month] = await arrange(service.from('client_months').select('id').eq('client_id', work.client))
    const waiting = await arrange(service.rpc('months_to_mail'))
    expect(waiting).not.toContainEqual({ id: month?.id })
  })

  it('is an enquiry that nobody is told of again', async () => {
    const { ana } = testData.people
    await remove(ana, 'contact_submissions', work.enquiry)
    expect(await seenBy(ben, work.enquiry)).toEqual([])
    expect(await bringBack(ben, work.enquiry)).toMatchObject({ error: { code: 'PT404' } })
    expect(await bringBack(ana, work.enquiry)).toMatchObject({ data: 1 })
    const [enquiry] = await arrange(service.from('contact_submissions').select().eq('id', work.enquiry))
    expect(enquiry).toMatchObject({ name: 'Grace', client_id: work.client, notified_at: '2020-01-01T00:00:00+00:00' })
  })

  it('is an agency with its people, its chat and its clients', async () => {
    const { sol } = testData.people
    const id = crypto.randomUUID()
    await arrange(service.from('agencies').insert({ id, name: 'Pop-up' }))
    const worker = await newPerson('Wim', { agencyId: id, roles: ['agency_staff'] })
    await arrange(worker.db.from('chat_messages').insert({ content: 'Hello.' }))
    const client = crypto.randomUUID()
    await arrange(
      service.from('clients').insert({ id: client, agency_id: id, name: 'Kiosk', email: 'kiosk@shop.test' }),
    )
    await remove(sol, 'agencies', id)
    expect(await seenBy(ben, id)).toEqual([])
    expect(await seenBy(sol, id)).toMatchObject([{ kind: 'agency', title: 'Pop-up' }])
    expect((await arrange(worker.db.from('clients').select('id'))).length).toBe(0)
    await bringBack(sol, id)
    expect(await arrange(worker.db.from('clients').select('id'))).toEqual([{ id: client }])
    expect(await arrange(worker.db.from('chat_messages').select('content'))).toEqual([{ content: 'Hello.' }])
    await removePeople(worker)
    await arrange(service.from('agencies').delete().eq('id', id))
  })

  it('is an agency whose people are in the chat of another one by then', async () => {
    const { sol } = testData.people
    const id = crypto.randomUUID()
    await arrange(service.from('agencies').insert({ id, name: 'Pop-up' }))
    const worker = await newPerson('Wim', { agencyId: id, roles: ['agency_staff'] })
    const enterChat = () => arrange(worker.db.from('user_presence').insert({ is_online: true }))
    await enterChat()
    await remove(sol, 'agencies', id)
    await arrange(service.from('user_profiles').update({ agency_id: testData.agencies.north }).eq('id', worker.id))
    await enterChat()
    expect(await bringBack(sol, id)).toMatchObject({ data: 1, error: null })
    await removePeople(worker)
    await arrange(service.from('agencies').delete().eq('id', id))
  })

  it('moves to another agency with the client, which alone sees it and restores it then', async () => {
    const { sol, cleo } = testData.people
    const client = work.client
    const [note] = await arrange(service.from('client_notes').select('id').eq('client_id', client))
    const other = { name: 'Logo', client_id: client, project_type: 'maintenance' }
    const [logo] = await arrange(ben.db.from('projects').insert(other).select('id'))
    await remove(ben, 'client_notes', note?.id)
    await remove(ben, 'projects', logo?.id)
    await remove(ben, 'project_updates', work.update)
    const { ana } = testData.people
    await remove(ana, 'contact_submissions', work.enquiry)
    await arrange(sol.db.from('clients').update({ agency_id: testData.agencies.south }).eq('id', client))
    for (const subject of [note?.id, logo?.id, work.update]) {
      expect(await seenBy(ben, subject)).toEqual([])
      expect(await bringBack(ben, subject)).toMatchObject({ error: { code: 'PT404' } })
      expect(await bringBack(cleo, subject)).toMatchObject({ data: 1, error: null })
    }
    const agency_id = testData.agencies.south
    expect(await arrange(cleo.db.from('projects').select('agency_id').eq('id', logo?.id))).toEqual([{ agency_id }])
    expect(await bringBack(ana, work.enquiry)).toMatchObject({ data: 1, error: null })
  })

  it('belongs to the client that its project was given to', async () => {
    const { sol, cleo } = testData.people
    const other = await newWork(ben)
    await remove(ben, 'project_updates', work.update)
    await arrange(ben.db.from('projects').update({ client_id: other.client }).eq('id', work.project))
    const { south } = testData.agencies
    await arrange(sol.db.from('clients').update({ agency_id: south }).eq('id', work.client))
    expect(await bringBack(cleo, work.update)).toMatchObject({ error: { code: 'PT404' } })
    expect(await bringBack(ben, work.update)).toMatchObject({ data: 1, error: null })
  })

  it('is written down in the audit trail when it comes back', async () => {
    await remove(ben, 'clients', work.client)
    await bringBack(ben, work.client)
    const { data } = await testData.people.ana.db
      .rpc('audit_trail')
      .eq('kind', 'brought_back')
      .eq('subject_id', work.client ?? '')
    expect(data).toMatchObject([{ kind: 'brought_back', actor_name: 'Ben Carter' }])
  })

  it('is not kept where the service key deletes it', async () => {
    await arrange(service.from('clients').delete().eq('id', work.client))
    expect(await seenBy(testData.people.sol, work.client)).toEqual([])
    expect((await ben.db.storage.from(BUCKET).download(work.path)).data).toBeNull()
    await settle()
    expect(await filesIn(BUCKET, work.update)).toEqual([])
  })
})

describe('[recently-deleted.md#access] what is kept', () => {
  it.each(['cleo', 'ivy', 'uma', 'nia', 'dora'] as const)('is nothing that %s sees or brings back', async (caller) => {
    await remove(ben, 'clients', work.client)
    expect(await seenBy(testData.people[caller], work.client)).toEqual([])
    expect(await bringBack(testData.people[caller], work.client)).toMatchObject({ error: { code: 'PT404' } })
    expect((await seenBy(ben, work.client)).length).toBe(1)
  })
})
