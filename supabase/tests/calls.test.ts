import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const oneOf = async (id: string) => (await arrange(service.from('calls').select().eq('id', id)))[0]
/** The mail that is due about a call whose last change was a while ago. */
async function dueMail(id: string): Promise<string | undefined> {
  await arrange(
    service
      .from('calls')
      .update({ changed_at: inHours(-1) })
      .eq('id', id),
  )
  const [due] = await arrange(service.rpc('calls_to_mail').eq('call', id))
  return due?.mail
}

async function plan(row: object = {}) {
  const { ben } = testData.people
  const call = { client_id: testData.work.north.client, starts_at: inHours(100), time_zone: 'Europe/Berlin', ...row }
  const [made] = await arrange(
    ben.db
      .from('calls')
      .insert({ staff_id: ben.id, ...call })
      .select(),
  )
  return made
}
const change = (id: string, to: object) => testData.people.ben.db.from('calls').update(to).eq('id', id)

describe('[mail.md#calls]', () => {
  it('mails an invitation, a newer one when it is moved, a reminder and a cancellation, each once', async () => {
    const { id } = await plan()
    expect(await dueMail(id)).toBe('invitation')
    await arrange(service.from('calls').update({ mailed_sequence: 0 }).eq('id', id))
    expect(await dueMail(id)).toBeUndefined()
    await arrange(change(id, { starts_at: inHours(200) }))
    expect(await oneOf(id)).toMatchObject({ sequence: 1 })
    expect(await dueMail(id)).toBe('invitation')
    await arrange(
      service
        .from('calls')
        .update({ mailed_sequence: 1, remind_at: inHours(-1) })
        .eq('id', id),
    )
    expect(await dueMail(id)).toBe('reminder')
    // A moved call is reminded of by its new time.
    await arrange(change(id, { starts_at: inHours(300) }))
    await arrange(service.from('calls').update({ mailed_sequence: 2 }).eq('id', id))
    expect(await dueMail(id)).toBeUndefined()
    await arrange(change(id, { state: 'cancelled' }))
    expect(await oneOf(id)).toMatchObject({ sequence: 3 })
    expect(await dueMail(id)).toBe('cancellation')
  })

  it('says nothing of a call that was cancelled before anybody was invited', async () => {
    const { id } = await plan()
    await arrange(change(id, { state: 'cancelled' }))
    expect(await dueMail(id)).toBeUndefined()
    expect((await change(id, { state: 'planned' })).error?.code).toBe('23514')
  })

  it.each([
    [100, 24],
    [20, 1],
    [1, undefined],
  ])('reminds of a call in %i hours %s hours before it', async (ahead, before) => {
    const { remind_at, starts_at } = await plan({ starts_at: inHours(ahead) })
    const hours = remind_at === null ? undefined : (Date.parse(starts_at) - Date.parse(remind_at)) / 3_600_000
    expect(hours).toBe(before)
  })

  it('[notices.md#calls] tells the person who calls, and takes it back when the call is moved', async () => {
    const { id } = await plan()
    await arrange(
      service
        .from('calls')
        .update({ remind_at: inHours(-1) })
        .eq('id', id),
    )
    await arrange(service.rpc('remind_callers'))
    await arrange(service.rpc('remind_callers'))
    const told = () => arrange(testData.people.ben.db.from('notices').select('id').eq('call_id', id))
    expect(await told()).toHaveLength(1)
    await arrange(change(id, { starts_at: inHours(200) }))
    expect(await told()).toHaveLength(0)
  })
})

describe('[enquiries.md#calls]', () => {
  it.each([
    ['a time that has passed', { starts_at: inHours(-1) }],
    ['a zone that is none', { time_zone: 'Mars/Olympus' }],
    ['somebody of another agency', { staff_id: 'cleo' }],
    ['an outcome of what has not begun', { state: 'came' }],
  ])('refuses %s', async (_, to) => {
    const { id } = await plan()
    const changes = 'staff_id' in to ? { staff_id: testData.people.cleo.id } : to
    expect((await change(id, changes)).error?.code).toBe('23514')
  })

  it('goes with the enquiry to the client that it becomes', async () => {
    const asked = { name: 'Vera', business_name: 'Flowers', email: 'vera@isolation.test', phone: '1', service: 'ai' }
    const [enquiry] = await arrange(
      service
        .from('contact_submissions')
        .insert({ ...asked, notified_at: inHours(0) })
        .select('id'),
    )
    const enquiry_id = enquiry?.id
    const { ana } = testData.people
    const [call] = await arrange(
      ana.db
        .from('calls')
        .insert({ enquiry_id, starts_at: inHours(100), time_zone: 'UTC' })
        .select(),
    )
    const client = await arrange(ana.db.rpc('make_client_of_enquiry', { enquiry: enquiry_id }))
    expect(await oneOf(call.id)).toMatchObject({ client_id: client, sequence: 0 })
    await arrange(service.from('clients').delete().eq('id', client))
    await arrange(service.from('contact_submissions').delete().eq('id', enquiry_id))
  })

  it('goes with the website to another agency, whose staff give it to themselves', async () => {
    const { agencies, people } = testData
    const { ana, cleo, sol } = people
    const handOver = (id: string) => arrange(sol.db.from('agencies').update({ answers_website: true }).eq('id', id))
    const asked = { name: 'Hana', business_name: 'Books', email: 'hana@isolation.test', phone: '1', service: 'ai' }
    const [enquiry] = await arrange(service.from('contact_submissions').insert(asked).select('id'))
    const { id } = await plan({ client_id: null, enquiry_id: enquiry?.id })
    try {
      await handOver(agencies.south)
      expect(await oneOf(id)).toMatchObject({
        agency_id: agencies.south,
        staff_id: null,
        state: 'planned',
        sequence: 0,
      })
      const give = (staff_id: string) => cleo.db.from('calls').update({ staff_id }).eq('id', id)
      expect((await give(ana.id)).error?.code).toBe('23514')
      await arrange(give(cleo.id))
      const secret = await arrange(cleo.db.rpc('make_calendar_feed'))
      const secret_hash = createHash('sha256').update(secret).digest('hex')
      const feed = await arrange(service.rpc('open_calendar_feed', { secret_hash }))
      expect(feed.entries).toContainEqual(expect.objectContaining({ uid: `call-${id}` }))

      // A deleted agency leaves it to the one that inherits the website.
      const passing = crypto.randomUUID()
      await arrange(service.from('agencies').insert({ id: passing, name: 'Passing', answers_website: true }))
      expect(await oneOf(id)).toMatchObject({ agency_id: passing, staff_id: null })
      await arrange(service.from('agencies').delete().eq('id', passing))
      expect(await oneOf(id)).toMatchObject({ agency_id: agencies.north })

      // An enquiry that is restored later brings it back for the agency that answers the website by then.
      await arrange(ana.db.from('contact_submissions').delete().eq('id', enquiry?.id))
      await handOver(agencies.south)
      await arrange(sol.db.rpc('bring_back', { subjects: [enquiry?.id] }))
      expect(await oneOf(id)).toMatchObject({ agency_id: agencies.south })

      const client = await arrange(cleo.db.rpc('make_client_of_enquiry', { enquiry: enquiry?.id }))
      expect(await oneOf(id)).toMatchObject({ client_id: client, agency_id: agencies.south })
      await arrange(service.from('clients').delete().eq('id', client))
    } finally {
      await handOver(agencies.north)
      await arrange(service.from('contact_submissions').delete().eq('id', enquiry?.id))
    }
  })
})
