import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noticeDigestStoreOf } from '../functions/_shared/mails/notice-digests/query.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
let client: string
let ben: Person
beforeAll(async () => {
  testData = await createTestData()
  ben = testData.people.ben
})
afterAll(() => removeTestData(testData))

beforeEach(async () => {
  client = crypto.randomUUID()
  const main = { name: 'Maria Rossi', email: 'maria@bakery.test', phone: '555 0100', main_person_role: 'Owner' }
  await arrange(service.from('clients').insert({ id: client, agency_id: testData.agencies.north, ...main }))
})

async function add(row: object = {}) {
  const tom = { client_id: client, name: 'Tom Baker', email: 'tom@bakery.test', role: 'Shop manager', ...row }
  const [person] = await arrange(ben.db.from('client_people').insert(tom).select())
  return person
}

async function makeLink(person: string | undefined) {
  const given = { client, name: 'Link', days: 30, person }
  const [made] = await arrange(ben.db.rpc('make_client_link', given))
  return { id: made.id, hash: hashOf(made.token) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const open = (token_hash: string) => arrange(service.rpc('open_client_page', { token_hash }))

const clientRow = async () => {
  const columns = 'name, email, phone, main_person_role, main_person_note, people_text, updated_at'
  const [row] = await arrange(ben.db.from('clients').select(columns).eq('id', client))
  if (!row) throw new Error('The client is gone.')
  return row
}

const people = () => arrange(ben.db.from('client_people').select().eq('client_id', client).order('created_at'))

/** A new review of the client, and a function that answers it by a link. */
async function review() {
  const [project, update] = [crypto.randomUUID(), crypto.randomUUID()]
  const agency_id = testData.agencies.north
  const row = { id: project, agency_id, client_id: client, name: 'Menu', project_type: 'maintenance' }
  await arrange(service.from('projects').insert(row))
  const words = { title: 'Please look', content: 'The menu.', visibility: 'client', update_type: 'review' }
  await arrange(
    service.from('project_updates').insert({ id: update, project_id: project, created_by: ben.id, ...words }),
  )
  const approve = async (token_hash: string, name: string) => {
    const [{ ref }] = (await open(token_hash)).updates
    const given = { token_hash, update: ref, answer: 'approved', comment: '', name }
    expect(await arrange(service.rpc('answer_client_update', given))).toBe('stored')
    const [answer] = await arrange(ben.db.from('update_answers').select('name, person').eq('update_id', update))
    return answer
  }
  return { update, approve }
}

describe('[clients.md#people] a link of a person', () => {
  it('says who approved, whatever name was typed, in the history and in the daily mail', async () => {
    const { update, approve } = await review()
    const { hash } = await makeLink((await add()).id)
    expect((await open(hash)).person).toBe('Tom Baker')
    expect(await approve(hash, 'T.')).toEqual({ name: 'T.', person: 'Tom Baker' })
    const reader = await newPerson('reader', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
    await arrange(reader.db.from('user_profiles').update({ wants_digest: true }).eq('id', reader.id))
    const [answer] = await arrange(service.from('update_answers').select('id').eq('update_id', update))
    const created_at = new Date(Date.now() - 2 * 3600_000).toISOString()
    const notice = { user_id: reader.id, answer_id: answer?.id, created_at }
    await arrange(service.from('notices').insert(notice))
    const digests = await noticeDigestStoreOf(service).due()
    const told = [{ what: 'Tom Baker approved', about: 'Please look' }]
    expect(digests.find(({ person }) => person === reader.id)?.notices).toMatchObject(told)
    await removePeople(reader)
  })

  it('is the main person’s where the client itself is named, and nobody’s where nobody is', async () => {
    expect((await open((await makeLink(client)).hash)).person).toBe('Maria Rossi')
    const { approve } = await review()
    expect(await approve((await makeLink(undefined)).hash, 'Eve')).toEqual({ name: 'Eve', person: null })
  })

  it('is made for people of the same client only', async () => {
    const [stranger] = await arrange(
      service.from('client_people').insert({ client_id: testData.work.south.client, name: 'Stranger' }).select(),
    )
    const { error } = await ben.db.rpc('make_client_link', { client, name: 'Link', days: 30, person: stranger.id })
    expect(error?.message).toBe('This client no longer exists, or you may not make links for it.')
  })

  it('is the one of whoever a mail went to', async () => {
    const { update } = await review()
    await add()
    const mailedTo = async (recipient: string) => {
      const row = { update_id: update, recipient, mailed_at: '2001-01-01' }
      const [mail] = await arrange(service.from('client_mails').insert(row).select())
      const token = await arrange(service.rpc('make_mailed_link', { mail: mail.id }))
      return (await open(hashOf(token))).person
    }
    expect(await mailedTo('TOM@bakery.test')).toBe('Tom Baker')
    expect(await mailedTo('maria@bakery.test')).toBe('Maria Rossi')
    expect(await mailedTo('somebody@else.test')).toBeNull()
    const weekly = await arrange(service.rpc('make_digest_link', { client }))
    expect((await open(hashOf(weekly))).person).toBe('Maria Rossi')
  })

  it('stops working when the person is deleted, and works again when they are brought back', async () => {
    const tom = await add()
    const [working, revoked] = [await makeLink(tom.id), await makeLink(tom.id)]
    await arrange(ben.db.from('client_links').update({ revoked_at: new Date().toISOString() }).eq('id', revoked.id))
    await arrange(ben.db.from('client_people').delete().eq('id', tom.id))
    expect(await open(working.hash)).toBeNull()
    const kept = ben.db.from('recently_deleted').select('kind, title, belongs_to').eq('subject_id', tom.id)
    expect(await arrange(kept)).toEqual([{ kind: 'person', title: 'Tom Baker', belongs_to: 'Maria Rossi' }])
    await arrange(ben.db.rpc('bring_back', { subjects: [tom.id] }))
    expect((await open(working.hash)).person).toBe('Tom Baker')
    expect(await open(revoked.hash)).toBeNull()
    expect(await people()).toEqual([tom])
  })
})

describe('[clients.md#people] the main person', () => {
  it('changes places with another one, and both keep their links', async () => {
    const tom = await add({ note: 'Calls back after four.' })
    const [ofTom, ofMaria] = [await makeLink(tom.id), await makeLink(client)]
    await arrange(ben.db.rpc('make_main_person', { person: tom.id }))
    expect(await clientRow()).toMatchObject({
      ...{ name: 'Tom Baker', email: 'tom@bakery.test', phone: null },
      ...{ main_person_role: 'Shop manager', main_person_note: 'Calls back after four.' },
    })
    expect(await people()).toMatchObject([
      { name: 'Maria Rossi', email: 'maria@bakery.test', phone: '555 0100', role: 'Owner', note: null },
    ])
    expect([(await open(ofTom.hash)).person, (await open(ofMaria.hash)).person]).toEqual(['Tom Baker', 'Maria Rossi'])
    const trail = await arrange(testData.people.ana.db.rpc('audit_trail', { kinds: ['main_person_changed'] }))
    expect(trail.filter(({ subject_id }: { subject_id: string }) => subject_id === client)).toMatchObject([
      { actor_id: ben.id, said: { name: 'Tom Baker', before: 'Maria Rossi', after: 'Tom Baker' } },
    ])
  })

  it('needs an email address', async () => {
    const tom = await add({ email: null })
    const { error } = await ben.db.rpc('make_main_person', { person: tom.id })
    expect(error).toMatchObject({ code: '23514', message: 'The main person needs an email address.' })
  })

  it.each(['cleo', 'uma'] as const)('is not changed by %s, who learns nothing of whom there is', async (who) => {
    const [theirs, nobody] = [(await add()).id, crypto.randomUUID()]
    const errors = await Promise.all(
      [theirs, nobody].map(async (person) => (await testData.people[who].db.rpc('make_main_person', { person })).error),
    )
    expect(errors[0]).toMatchObject({ message: 'This person no longer exists, or you may not change them.' })
    expect(errors[0]).toEqual(errors[1])
  })
})

describe('[clients.md#people] a search', () => {
  const found = async (typed: string) =>
    (await arrange(ben.db.rpc('find_anything', { typed }))).filter(({ page }: { page: string }) => page === client)

  it('of the list knows the people of a client, and an open form of the client is not told', async () => {
    const { updated_at } = await clientRow()
    const tom = await add({ name: 'Zoë Quill' })
    expect(await clientRow()).toMatchObject({ people_text: 'zoe quill\ntom@bakery.test', updated_at })
    const anywhere = 'search_text.like."%e quill%",people_text.like."%e quill%"'
    const listed = await arrange(ben.db.from('clients').select('id').or(anywhere).or('prospect_status.eq.prospect'))
    expect(listed).toEqual([{ id: client }])
    await arrange(ben.db.from('client_people').update({ name: 'Zoë Feather' }).eq('id', tom.id))
    expect(await clientRow()).toMatchObject({ people_text: 'zoe feather\ntom@bakery.test', updated_at })
    await arrange(ben.db.from('client_people').delete().eq('id', tom.id))
    expect(await clientRow()).toMatchObject({ people_text: null, updated_at })
  })

  it('for anything finds a person by name, address or a typing mistake, and names the client', async () => {
    const tom = await add({ name: 'Zoë Quill', email: 'zq@plume.test' })
    const result = { kind: 'client_person', id: tom.id, title: 'Zoë Quill', detail: 'Shop manager, Maria Rossi' }
    for (const typed of ['zoe quill', 'zq@plume', 'zoe quil']) expect(await found(typed), typed).toMatchObject([result])
  })
})

it('[clients.md#people] are erased with their client, and so are the mails to them and those deleted before', async () => {
  await add()
  const ann = await add({ name: 'Ann Gone', email: 'ann@bakery.test' })
  await arrange(ben.db.from('client_people').delete().eq('id', ann.id))
  const enquiry = { name: 'Ann', business_name: 'Bakery', email: 'Ann@bakery.test', phone: '5', service: 'website' }
  const row = { ...enquiry, message: client, notified_at: '2020-01-01' }
  await arrange(service.from('contact_submissions').insert(row))
  await arrange(service.rpc('erase', { kind: 'client', subject: client, is_meant: true }))
  expect(await people()).toEqual([])
  expect(await arrange(service.from('recently_deleted').select().eq('subject_id', ann.id))).toEqual([])
  expect(await arrange(service.from('contact_submissions').select().eq('message', client))).toEqual([])
})
