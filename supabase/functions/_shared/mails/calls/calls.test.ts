import { createClient } from '@supabase/supabase-js'
import ICAL from 'ical.js'
import { describe, expect, it, vi } from 'vitest'
import { calendarProblems } from '../../../../tests/calendar-problems.ts'
import type { Mail } from '../../mail.ts'
import { callMailStoreOf } from './query.ts'
import { mailCalls } from './send.ts'
import type { CallMail } from './words.ts'

const call = (changes: Partial<CallMail> = {}): CallMail => ({
  ...{ id: '9d3b8a52-94f7-4f8e-9a57-1d6f3b0c2a11', mail: 'invitation', starts_at: '2026-11-30T23:30:00+00:00' },
  ...{ time_zone: 'America/New_York', minutes: 30, note: 'Bring the menu; prices, too.\r\nhttps://meet.test/a,b' },
  ...{ sequence: 0, changed_at: '2026-11-28T10:00:00.123+00:00', mailed_sequence: null, mailed_to: null },
  organizer: null,
  somebody: {
    name: 'Zoë "Zo" O’Brien; Bäckerei 🥐, Inhaberin mit einem sehr langen Namen',
    email: 'zoe@shop.test',
    phone: '555 0100',
  },
  staff: { name: 'Ana Reyes', email: 'ana@north.test' },
  agency: { name: 'North', email: 'info@north.test', phone: null },
  ...changes,
})

async function mailed(waiting: CallMail[], refuses = false) {
  const [mails, marked, released]: [Mail[], string[], string[]] = [[], [], []]
  const addresses: (string | null)[] = []
  const calls = {
    claim: async () => waiting,
    async markMailed({ id }: CallMail, to: string | null) {
      marked.push(id)
      addresses.push(to)
    },
    release: async ({ id }: CallMail) => void released.push(id),
  }
  const sendMail = async (mail: Mail) => {
    if (refuses) throw new Error('Not now')
    mails.push(mail)
  }
  await mailCalls({ calls, sendMail })
  return { mails, marked, released, addresses }
}

const eventOf = (mail: Mail | undefined) => {
  const calendar = new ICAL.Component(ICAL.parse(mail?.invitation?.content ?? ''))
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('There is no event.')
  return { calendar, component, event: new ICAL.Event(component) }
}

describe('[enquiries.md#calls]', () => {
  it('invites by mail, in a calendar object that another library reads as it was meant', async () => {
    const { mails, marked } = await mailed([call()])
    expect(mails).toMatchObject([
      {
        ...{ to: 'zoe@shop.test', subject: 'Invitation: call on Monday, November 30', replyTo: 'info@north.test' },
        invitation: { method: 'REQUEST' },
      },
    ])
    expect(mails[0]?.text).toContain('Monday, November 30, 2026 at 6:30 PM EST (America/New York)')
    expect(calendarProblems(mails[0]?.invitation?.content ?? '')).toEqual([])
    const { calendar, component, event } = eventOf(mails[0])
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(event.uid).toBe('call-9d3b8a52-94f7-4f8e-9a57-1d6f3b0c2a11')
    expect(event.startDate.toString()).toBe('2026-11-30T23:30:00Z')
    expect(event.endDate.toString()).toBe('2026-12-01T00:00:00Z')
    expect(event.description).toBe('Bring the menu; prices, too.\nhttps://meet.test/a,b')
    expect(component.getFirstPropertyValue('organizer')).toBe('mailto:info@north.test')
    expect(String(component.getFirstPropertyValue('attendee')).toLowerCase()).toBe('mailto:zoe@shop.test')
    expect(marked).toHaveLength(1)
  })

  it('keeps the UID of a call that is moved and cancelled, in later versions', async () => {
    const [mailed_to, starts_at] = ['zoe@shop.test', '2026-12-02T15:00:00Z']
    const moved = call({ sequence: 1, mailed_sequence: 0, mailed_to, starts_at })
    const cancelled = call({ mail: 'cancellation', sequence: 2, mailed_sequence: 1, mailed_to, starts_at })
    const { mails } = await mailed([call(), moved, cancelled])
    const events = mails.map((mail) => eventOf(mail))
    expect(new Set(events.map(({ event }) => event.uid)).size).toBe(1)
    expect(events.map(({ event }) => event.sequence)).toEqual([0, 1, 2])
    expect(mails.map(({ invitation }) => invitation?.method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(events[2]?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(mails.flatMap(({ invitation }) => calendarProblems(invitation?.content ?? ''))).toEqual([])
    expect(mails[1]?.subject).toBe('Changed: call on Wednesday, December 2')
    expect(mails[2]?.subject).toBe('Cancelled: call on Wednesday, December 2')
  })

  it('reminds without another invitation, and not after the time of the call', async () => {
    const { mails } = await mailed([call({ mail: 'reminder', mailed_sequence: 0 })])
    expect(mails[0]?.subject).toBe('Reminder: call on Monday, November 30')
    expect(mails[0]?.invitation).toBeUndefined()
    expect(mails[0]?.validUntil).toEqual(new Date('2026-11-30T23:30:00Z'))
  })

  it('follows a client to another address, and cancels at the one in whose calendar it is', async () => {
    const invited = { mailed_sequence: 0, mailed_to: 'old@shop.test' }
    const { mails } = await mailed([
      call({ ...invited, sequence: 1 }),
      call({ ...invited, sequence: 2, mail: 'cancellation' }),
      call({ ...invited, sequence: 3, mailed_to: 'ZOE@shop.test' }),
    ])
    expect(mails.map(({ to, invitation }) => [to, invitation?.method])).toEqual([
      ['old@shop.test', 'CANCEL'],
      ['zoe@shop.test', 'REQUEST'],
      ['old@shop.test', 'CANCEL'],
      ['zoe@shop.test', 'REQUEST'],
    ])
    expect(eventOf(mails[0]).event).toMatchObject({ uid: `call-${call().id}`, sequence: 1 })
  })

  it('stays with the organizer of the invitation, whoever calls by then and whatever addresses are left', async () => {
    const invited = { mailed_sequence: 0, mailed_to: 'zoe@shop.test', organizer: 'eve@north.test' }
    const gone = { staff: null, agency: { name: 'North', email: null, phone: null } }
    const { mails } = await mailed([
      call({ ...invited, sequence: 1 }),
      call({ ...invited, ...gone, sequence: 2, mail: 'cancellation' }),
    ])
    expect(mails.map(({ invitation, replyTo }) => [invitation?.method, replyTo])).toEqual([
      ['REQUEST', 'info@north.test'],
      ['CANCEL', undefined],
    ])
    for (const mail of mails)
      expect(eventOf(mail).component.getFirstPropertyValue('organizer')).toBe('mailto:eve@north.test')
  })

  it('tells an invitation from a change, so that a withdrawn one is known to have invited nobody', async () => {
    const invited = { mailed_sequence: 0, mailed_to: 'zoe@shop.test' }
    const { mails } = await mailed([
      call(),
      call({ ...invited, sequence: 1 }),
      call({ ...invited, sequence: 2, mailed_to: 'old@shop.test' }),
    ])
    expect(mails.map(({ key }) => key?.split('/').slice(2).join(' '))).toEqual([
      'invitation 0',
      'change 1',
      'cancellation 2',
      'invitation 2',
    ])
  })

  it('stores which version was mailed and to which address, and of a reminder only when', async () => {
    const changes: unknown[] = []
    const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
      changes.push(await new Request(input, init).json())
      return new Response(null, { status: 204 })
    }
    const store = callMailStoreOf(createClient('http://database.test', 'key', { global: { fetch: answer } }))
    await store.markMailed(call({ sequence: 2 }), 'zoe@shop.test')
    await store.markMailed(call({ mail: 'reminder' }), 'zoe@shop.test')
    expect(changes).toEqual([
      { mailed_sequence: 2, mailed_to: 'zoe@shop.test', organizer: 'info@north.test', mailing_until: null },
      { reminded_at: expect.any(String), mailing_until: null },
    ])
  })

  it('mails nobody who has no address, and tries a failed mail again', async () => {
    const byPhone = call({ somebody: { name: 'Zoë', email: '', phone: '555 0100' } })
    expect(await mailed([byPhone])).toMatchObject({ mails: [], marked: [byPhone.id], addresses: [null] })
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
    expect(await mailed([call()], true)).toMatchObject({ marked: [], released: [byPhone.id] })
  })

  it('shows the time in UTC where the zone is unknown, and invites in the name of the person without an agency’s address', async () => {
    const { mails } = await mailed([
      call({ time_zone: 'Mars/Olympus', agency: { name: 'North', email: null, phone: null } }),
    ])
    expect(mails[0]?.text).toContain('11:30 PM UTC')
    expect(eventOf(mails[0]).component.getFirstPropertyValue('organizer')).toBe('mailto:ana@north.test')
  })
})

describe('[mail.md#calls] a call that was deleted', () => {
  const { id, starts_at, time_zone, minutes, changed_at } = call()
  const withdrawn = {
    ...{ id, starts_at, time_zone, minutes, sequence: 3, changed_at, name: 'Zoë', email: 'zoe@shop.test' },
    ...{
      organizer: null,
      staff_name: null,
      staff_email: 'ana@north.test',
      agency_name: 'North',
      agency_email: null,
      agency_phone: null,
    },
  }

  /** Mails it from a database that answers so, and returns the mails and what the database is told afterwards. */
  async function mailWithdrawn(is_for_good: boolean, refuses = false) {
    const [mails, settled]: [Mail[], unknown[]] = [[], []]
    const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/settle_withdrawn_call')) settled.push(await request.json())
      return Response.json(pathname.endsWith('/claim_withdrawn_calls') ? [{ ...withdrawn, is_for_good }] : [])
    }
    const sendMail = async (mail: Mail) => {
      if (refuses) throw new Error('Not now')
      mails.push(mail)
    }
    await mailCalls({
      calls: callMailStoreOf(createClient('http://database.test', 'key', { global: { fetch: answer } })),
      sendMail,
    })
    return { mails, settled }
  }

  it('is cancelled in the calendar of the person who was invited, once', async () => {
    const { mails, settled } = await mailWithdrawn(false)
    expect(mails).toMatchObject([
      {
        ...{ to: 'zoe@shop.test', subject: 'Cancelled: call on Monday, November 30' },
        ...{ key: `call/${id}/cancellation/3`, invitation: { method: 'CANCEL' } },
      },
    ])
    expect(calendarProblems(mails[0]?.invitation?.content ?? '')).toEqual([])
    expect(eventOf(mails[0]).event).toMatchObject({ uid: `call-${id}`, sequence: 3 })
    expect(settled).toEqual([{ call: id, is_mailed: true }])
  })

  it('is cancelled by a mail that the queue forgets, if the person was erased', async () => {
    expect((await mailWithdrawn(true)).mails).toMatchObject([{ key: `erased call/${id}/cancellation/3` }])
  })

  it('is cancelled later, where the queue did not take the mail', async () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
    expect(await mailWithdrawn(false, true)).toEqual({ mails: [], settled: [{ call: id, is_mailed: false }] })
  })
})
