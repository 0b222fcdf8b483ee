import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
import { arrange, newPerson, type Person, removePeople, service, visitor } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Notices under the bell, and unread counts: docs/specification/notices.md. */

let testData: TestData
let people: TestData['people']
beforeAll(async () => {
  testData = await createTestData()
  const ofNorth = async (display_name: string, role: string) => {
    const person = await newPerson('somebody', { agencyId: testData.agencies.north, roles: [role] })
    await arrange(service.from('user_profiles').update({ display_name }).eq('id', person.id))
    return person
  }
  people = {
    ...testData.people,
    ben: await ofNorth('Bénédict Oak', 'agency_staff'),
    ana: await ofNorth('Zia', 'agency_admin'),
    abe: await ofNorth('Zia Maria', 'admin'),
  }
})
afterAll(async () => {
  await removePeople(people.ben, people.ana, people.abe)
  await removeTestData(testData)
})
beforeEach(async () => {
  const ids = Object.values(people).map(({ id }) => id)
  await arrange(
    service
      .from('notices')
      .delete()
      .in(
        'user_id',
        ids.filter((id) => id !== ''),
      ),
  )
})

const noticesOf = async ({ db }: Person) => (await db.from('notices').select().order('created_at')).data ?? []
const unreadOf = async ({ db }: Person) => (await db.rpc('my_unread').single()).data
const say = ({ db }: Person, content: string) => db.from('chat_messages').insert({ content }).select('id').single()

describe('[notices.md#assigned] a project', () => {
  const assign = ({ db }: Person, assigned_to: string | null) =>
    db.from('projects').update({ assigned_to }).eq('id', testData.work.north.project)

  it('that somebody is given is told to them, and to nobody else', async () => {
    expect((await assign(people.sol, people.ben.id)).error).toBeNull()
    expect(await noticesOf(people.ben)).toMatchObject([
      { user_id: people.ben.id, actor_id: people.sol.id, project_id: testData.work.north.project, read_at: null },
    ])
    expect(await noticesOf(people.ana)).toEqual([])
    await assign(people.sol, people.ben.id)
    expect(await noticesOf(people.ben)).toHaveLength(1)
  })

  it('that is taken from them again before they looked is not', async () => {
    await assign(people.sol, null)
    await assign(people.sol, people.ben.id)
    await assign(people.sol, people.ana.id)
    expect(await noticesOf(people.ben)).toEqual([])
    expect(await noticesOf(people.ana)).toHaveLength(1)
    await assign(people.sol, null)
  })
})

describe('[notices.md#mentioned] words in the chat and in notes', () => {
  it('mention colleagues by @ and their name, or its first word, and never who writes', async () => {
    const { data: message } = await say(people.ana, 'Ask @bénédict oak, or @Bénédict. @Zia @Cleo ben@Zia.example')
    expect(await noticesOf(people.ben)).toMatchObject([{ message_id: message?.id, actor_id: people.ana.id }])
    expect(await noticesOf(people.ana)).toEqual([])
    expect(await noticesOf(people.cleo)).toEqual([])
    await say(people.ana, '@Bénédictine and @Ben are others, and so is @')
    expect(await noticesOf(people.ben)).toHaveLength(1)
  })

  it.each([
    '@benedict look',
    '@BENEDICT’s turn',
    '(@Be\u0301ne\u0301dict)',
    '@benedict\u00A0oak: look',
    '@Bénédict  Oak',
    '＠Bénédict',
    '﹫benedict',
  ])('mention them by letters that people take for the same: %j', async (words) => {
    await say(people.ana, words)
    expect(await noticesOf(people.ben)).toHaveLength(1)
  })

  it.each(['@benedicta', '@bened', 'me@benedict.example'])('mention nobody by other letters: %j', async (words) => {
    await say(people.ana, words)
    expect(await noticesOf(people.ben)).toEqual([])
  })

  it('mean the longer of two names where it stands there', async () => {
    await say(people.ben, 'Is it yours, @zia maria?')
    expect(await noticesOf(people.ana)).toEqual([])
    expect(await noticesOf(people.abe)).toHaveLength(1)
    await say(people.ben, 'Or yours, @zia?')
    expect(await noticesOf(people.ana)).toHaveLength(1)
  })

  it('tell each person once of a note, also when it is edited', async () => {
    const notes = people.ben.db.from('client_notes')
    const written = { client_id: testData.work.north.client, note_text: 'For @Zia Maria' }
    const { data: note } = await notes.insert(written).select('id').single()
    for (const note_text of ['For Zia Maria', 'For @Zia Maria and @Sol']) {
      await people.ben.db.from('client_notes').update({ note_text }).eq('id', note?.id)
    }
    expect(await noticesOf(people.abe)).toMatchObject([{ client_note_id: note?.id }])
    expect(await noticesOf(people.sol)).toMatchObject([{ client_note_id: note?.id }])
    await people.ben.db.from('client_notes').delete().eq('id', note?.id)
    expect(await noticesOf(people.abe)).toEqual([])
    expect((await people.ben.db.rpc('bring_back', { subjects: [note?.id] })).error).toBeNull()
    expect(await noticesOf(people.abe)).toHaveLength(1)
  })

  it('are looked through fast, whatever they are', async () => {
    const note_text = '@Zia '.repeat(2000)
    const project_id = testData.work.north.project
    const { error } = await people.ben.db.from('project_notes').insert({ project_id, note_text })
    expect(error).toBeNull()
    expect(await noticesOf(people.ana)).toHaveLength(1)
  })
})

describe('[notices.md#answered] the answer of a client', () => {
  it('is told to who wrote the update and to who has the project, once each', async () => {
    const { project } = testData.work.north
    await arrange(service.from('projects').update({ assigned_to: people.ana.id }).eq('id', project))
    await arrange(service.from('notices').delete().eq('user_id', people.ana.id))
    const written = { title: 'The menu', content: 'Done.', visibility: 'client', update_type: 'review' }
    const update = await people.ben.db
      .from('project_updates')
      .insert({ ...written, project_id: project })
      .select('id')
      .single()
    await arrange(
      service.from('update_answers').insert({ update_id: update.data?.id, answer: 'approved', name: 'Maria' }),
    )
    expect(await noticesOf(people.ben)).toMatchObject([{ answer_id: expect.any(String), actor_id: null }])
    expect(await noticesOf(people.ana)).toHaveLength(1)
    expect(await noticesOf(people.abe)).toEqual([])
    await arrange(service.from('projects').update({ assigned_to: null }).eq('id', project))
  })
})

describe('[notices.md#enquiries] an enquiry', () => {
  const ask = async () => {
    const email = `${crypto.randomUUID()}@notices.test`
    const fields = { name: 'Grace', business_name: 'Dry Cleaning', phone: '1', service: 'website' }
    await arrange(visitor.db.from('contact_submissions').insert({ ...fields, email }))
    const [row] = (await arrange(service.from('contact_submissions').select('id').eq('email', email))) ?? []
    return String(row?.id)
  }

  it('is told to the staff of the agency that answers, until one of them takes it', async () => {
    const id = await ask()
    const of = async (person: Person) => (await noticesOf(person)).filter((notice) => notice.enquiry_id === id)
    expect(await of(people.ben)).toHaveLength(1)
    expect(await of(people.cleo)).toEqual([])
    await people.ana.db.from('contact_submissions').update({ state: 'taken' }).eq('id', id)
    expect(await of(people.ben)).toEqual([])
    expect(await of(people.ana)).toMatchObject([{ read_at: expect.any(String) }])
    await arrange(service.from('contact_submissions').delete().eq('id', id))
  })
})

describe('[notices.md#read] what is read', () => {
  it('is counted until it is read: of the chat what others said since one looked, and what concerns one', async () => {
    await people.ben.db.rpc('mark_messages_read')
    await say(people.ben, 'Good morning')
    expect(await unreadOf(people.ben)).toEqual({ messages: 0, notices: 0 })
    await say(people.ana, 'Good morning, @Bénédict')
    expect(await unreadOf(people.ben)).toEqual({ messages: 1, notices: 1 })
    await people.ben.db.rpc('mark_messages_read')
    await people.ben.db.from('notices').update({ read_at: new Date().toISOString() }).is('read_at', null)
    expect(await unreadOf(people.ben)).toEqual({ messages: 0, notices: 0 })
  })

  it('is not what came after the last message that somebody saw', async () => {
    const said = { agency_id: testData.agencies.north, sender_id: people.ana.id, content: 'Seen?' }
    const [seen] = await arrange(service.from('chat_messages').insert([said, said]).select('number').order('number'))
    await people.ben.db.rpc('mark_messages_read', { last_seen: seen?.number })
    expect(await unreadOf(people.ben)).toMatchObject({ messages: 1 })
    await people.ben.db.rpc('mark_messages_read', { last_seen: 1 })
    expect(await unreadOf(people.ben)).toMatchObject({ messages: 1 })
  })

  it('is a hundred where it is more', async () => {
    await people.ben.db.rpc('mark_messages_read')
    const said = { agency_id: testData.agencies.north, sender_id: people.ana.id, content: 'Again' }
    await arrange(service.from('chat_messages').insert(Array.from({ length: 120 }, () => said)))
    expect(await unreadOf(people.ben)).toMatchObject({ messages: 100 })
    await arrange(service.from('chat_messages').delete().eq('sender_id', people.ana.id).eq('content', 'Again'))
  })

  it('is nobody’s who has no agency', async () => {
    expect(await unreadOf(people.uma)).toEqual({ messages: 0, notices: 0 })
    expect((await people.uma.db.rpc('mark_messages_read')).error?.code).toBe('42501')
  })
})

describe('[notices.md#mail] a mail about it', () => {
  const recipient = async (person: Person) =>
    String((await arrange(service.from('user_accounts').select('email').eq('user_id', person.id)))?.[0]?.email)
  const HOURS_MS = 3600_000
  const told = (person: Person, hours: number) =>
    arrange(
      service.from('notices').insert({
        user_id: person.id,
        actor_id: people.sol.id,
        project_id: testData.work.north.project,
        created_at: new Date(Date.now() - hours * HOURS_MS).toISOString(),
      }),
    )

  it('comes to whoever wants it, once a day, of what has lain there for an hour', async () => {
    const address = await recipient(people.ben)
    const mails = async () =>
      (await outbox()).filter((mail) => mail.includes(`To: ${address}`) && mail.includes('for you'))
    await told(people.ben, 2)
    await told(people.ana, 2)
    await call({ db: service }, 'send-due-mails', {})
    expect(await mails()).toEqual([])
    await people.ben.db.from('user_profiles').update({ wants_digest: true }).eq('id', people.ben.id)
    await call({ db: service }, 'send-due-mails', {})
    await expect.poll(mails).toHaveLength(1)
    expect((await mails())[0]).toMatch(/^Subject: One thing is waiting for you\r$/m)
    await told(people.ben, 2)
    await call({ db: service }, 'send-due-mails', {})
    expect(await mails()).toHaveLength(1)
  })

  it('is nobody’s to ask for in another’s name', async () => {
    const others = people.sol.db.from('user_profiles').update({ wants_digest: true }).eq('id', people.ana.id)
    expect((await others).error?.code).toBe('42501')
  })
})
