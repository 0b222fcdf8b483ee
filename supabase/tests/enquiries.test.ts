import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, north, type Person, service, signIn, south, visitor } from './people.ts'

/** Enquiries and their answers: docs/specification/enquiries.md. In the seed North answers the website. */

const domain = `${crypto.randomUUID()}.test`
let ana: Person
let ben: Person
let sol: Person
let cleo: Person

beforeAll(async () => {
  ;[ana, ben, sol, cleo] = await Promise.all([
    signIn('ana@north.test'),
    signIn('ben@north.test'),
    signIn('sol@mainstreet.test'),
    signIn('cleo@south.test'),
  ])
})
afterAll(async () => {
  await arrange(service.from('contact_submissions').delete().like('email', `%${domain}`))
  await arrange(service.from('clients').delete().like('email', `%${domain}`))
})

async function ask(name: string, message: string | null = 'We open in May.') {
  const email = `${name.toLowerCase()}@${domain}`
  const fields = { name, business_name: `${name}’s`, email, phone: '(555) 010-2030', service: 'website', message }
  await arrange(visitor.db.from('contact_submissions').insert(fields))
  const [row] = await arrange(service.from('contact_submissions').select().eq('email', email))
  return { id: row.id as string, email }
}

const handle = ({ db }: Person, id: string, state: string) =>
  db.from('contact_submissions').update({ state }, { count: 'exact' }).eq('id', id)

const stored = async (id: string) =>
  (await arrange(service.from('contact_submissions').select().eq('id', id)))[0] as Record<string, unknown>

const makeClient = ({ db }: Person, enquiry: string, existing?: string) =>
  db.rpc('make_client_of_enquiry', { enquiry, ...(existing && { existing }) })

describe('an enquiry', () => {
  it('is whose who takes it, at the moment they do, whatever they say', async () => {
    const { id } = await ask('Tara')
    const forged = ben.db.from('contact_submissions').update({ taken_by: ana.id }).eq('id', id)
    expect((await forged).error?.code).toBe('42501')
    expect((await handle(ben, id, 'taken')).count).toBe(1)
    expect(await stored(id)).toMatchObject({ state: 'taken', taken_by: ben.id, answered_at: null })
    expect((await handle(ana, id, 'taken')).count).toBe(1)
    expect(await stored(id)).toMatchObject({ taken_by: ana.id })
  })

  it('has been whose it is since they took it, also where they put it off and take that back', async () => {
    const { id } = await ask('Tilda')
    await handle(ben, id, 'taken')
    const taken = await stored(id)
    await handle(ben, id, 'not now')
    await handle(ben, id, 'taken')
    expect(await stored(id)).toEqual({ ...taken, state_changed_at: expect.any(String) })
  })

  it('is answered when it is first said to be, and waits again when it is put back', async () => {
    const { id } = await ask('Ulla')
    await handle(ben, id, 'answered')
    const first = await stored(id)
    expect(first).toMatchObject({ taken_by: ben.id, answered_at: expect.any(String) })
    await makeClient(ana, id)
    expect(await stored(id)).toMatchObject({ taken_by: ben.id, answered_at: first.answered_at })
    await handle(ben, id, 'new')
    expect(await stored(id)).toMatchObject({ taken_by: null, taken_at: null, answered_at: null })
  })

  it('is taken by one of two who want it as it was', async () => {
    const { id } = await ask('Vera')
    const both = await Promise.all([ana, ben].map((person) => handle(person, id, 'taken').eq('state', 'new')))
    expect(both.map(({ count }) => count).sort()).toEqual([0, 1])
  })

  it('is in no state that there is not', async () => {
    const { id } = await ask('Wim')
    expect((await handle(ben, id, 'lost')).error?.code).toBe('23514')
  })

  it('is deleted by admins of the agency, and not by its staff', async () => {
    const { id } = await ask('Xenia')
    expect((await ben.db.from('contact_submissions').delete({ count: 'exact' }).eq('id', id)).count).toBe(0)
    expect((await ana.db.from('contact_submissions').delete({ count: 'exact' }).eq('id', id)).count).toBe(1)
  })
})

describe('the client of an enquiry', () => {
  it('is a prospect with all that was said, and the message as its first note', async () => {
    const { id, email } = await ask('Yara')
    const { data: client } = await makeClient(ben, id)
    const { data: made } = await ben.db
      .from('clients')
      .select('*, client_notes(note_text, staff_id)')
      .eq('id', client)
      .single()
    expect(made).toMatchObject({
      agency_id: north,
      name: 'Yara',
      company_name: 'Yara’s',
      email,
      phone: '(555) 010-2030',
      prospect_status: 'prospect',
      client_notes: [{ note_text: 'We open in May.', staff_id: ben.id }],
    })
    expect(await stored(id)).toMatchObject({ state: 'client', client_id: client, answered_at: expect.any(String) })
  })

  it('is made once, however often it is asked for', async () => {
    const { id, email } = await ask('Zoe', null)
    const answers = await Promise.all([makeClient(ana, id), makeClient(ben, id), makeClient(ana, id)])
    expect(new Set(answers.map(({ data }) => data)).size).toBe(1)
    expect(await arrange(service.from('clients').select('id').eq('email', email))).toHaveLength(1)
  })

  it('is one that was there already, where somebody says so', async () => {
    const before = await makeClient(ben, (await ask('Abel')).id)
    const { id } = await ask('Abela', 'A shop window, too.')
    expect((await makeClient(ana, id, before.data)).data).toBe(before.data)
    const notes = await arrange(service.from('client_notes').select('note_text').eq('client_id', before.data))
    expect(notes).toContainEqual({ note_text: 'A shop window, too.' })
  })

  it('is never another agency’s', async () => {
    const [foreign = ''] = (await arrange(service.from('clients').select('id').eq('agency_id', south).limit(1))).map(
      ({ id }) => String(id),
    )
    const { id } = await ask('Bela')
    expect((await makeClient(ben, id, foreign)).error?.code).toBe('42501')
    expect((await ben.db.from('contact_submissions').update({ client_id: foreign }).eq('id', id)).error?.code).toBe(
      '42501',
    )
    expect(await stored(id)).toMatchObject({ state: 'new', client_id: null })
  })

  it('is nobody’s to make who does not answer the website', async () => {
    const { id } = await ask('Cora')
    for (const person of [cleo, visitor]) expect((await makeClient(person, id)).error, `${person.name}`).not.toBeNull()
    expect(await stored(id)).toMatchObject({ state: 'new', client_id: null })
  })
})

describe('[enquiries.md#client] a client that was made of an enquiry', () => {
  const clientOf = async (id: unknown) =>
    (await arrange(service.from('clients').select('looked_after_by, next_contact_on').eq('id', id)))[0]

  it('is looked after by the person who took the enquiry, and contacted on the day that the browser gives', async () => {
    const { id } = await ask('Etta')
    await handle(ben, id, 'taken')
    const made = await arrange(ana.db.rpc('make_client_of_enquiry', { enquiry: id, contact_on: '2026-11-30' }))
    expect(await clientOf(made)).toEqual({ looked_after_by: ben.id, next_contact_on: '2026-11-30' })
  })

  it('is looked after by the person who makes it, where nobody has taken it or they do not work there', async () => {
    const { id } = await ask('Fay')
    expect(await clientOf(await arrange(makeClient(ana, id)))).toMatchObject({ looked_after_by: ana.id })
    const other = await ask('Gil')
    await arrange(service.from('contact_submissions').update({ taken_by: cleo.id }).eq('id', other.id))
    expect(await clientOf(await arrange(makeClient(ana, other.id)))).toMatchObject({ looked_after_by: ana.id })
  })

  it('stays as it is where it was there before', async () => {
    const first = await ask('Hal')
    const client = await arrange(makeClient(ben, first.id))
    const second = await ask('Hally')
    await arrange(
      ana.db.rpc('make_client_of_enquiry', { enquiry: second.id, existing: client, contact_on: '2031-01-01' }),
    )
    expect(await clientOf(client)).toMatchObject({ looked_after_by: ben.id })
    expect(await clientOf(client)).not.toMatchObject({ next_contact_on: '2031-01-01' })
  })
})

describe('the agency that answers the website', () => {
  const answering = async () =>
    (await arrange(service.from('agencies').select('id').is('answers_website', true))).map(
      ({ id }: { id: string }) => id,
    )
  const choose = ({ db }: Person, id: string, answers_website = true) =>
    db.from('agencies').update({ answers_website }, { count: 'exact' }).eq('id', id)

  it('is one, the first, until a super admin chooses another; then its staff read what is asked', async () => {
    const { id } = await ask('Dora')
    const sees = async ({ db }: Person) =>
      ((await db.from('contact_submissions').select('id').eq('id', id)).data ?? []).length
    expect(await answering()).toEqual([north])
    expect([await sees(ben), await sees(cleo)]).toEqual([1, 0])
    expect((await choose(ana, north, false)).error?.code).toBe('42501')
    expect((await choose(ana, south)).count).toBe(0)
    try {
      expect((await choose(sol, south)).count).toBe(1)
      expect(await answering()).toEqual([south])
      expect([await sees(ben), await sees(cleo), await sees(sol)]).toEqual([0, 1, 1])
      expect((await handle(cleo, id, 'taken')).count).toBe(1)
    } finally {
      await choose(sol, north)
    }
    expect(await answering()).toEqual([north])
  })

  it('does not only stop, since nobody would answer then', async () => {
    await choose(sol, north, false)
    expect(await answering()).toEqual([north])
  })

  it('leaves the website to the oldest when it is deleted', async () => {
    const id = crypto.randomUUID()
    await arrange(service.from('agencies').insert({ id, name: 'Passing', answers_website: true }))
    expect(await answering()).toEqual([id])
    await arrange(service.from('agencies').delete().eq('id', id))
    expect(await answering()).toEqual([north])
  })
})
