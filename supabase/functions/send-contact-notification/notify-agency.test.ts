import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Mail } from '../_shared/mail.ts'
import { mailWaiting, type StoredMessage } from '../_shared/mails/enquiries/send.ts'
import { notifyAgency } from './notify-agency.ts'

const vic = {
  name: 'Vic Stone',
  businessName: 'Harbor Bakery',
  email: 'vic@bakery.test',
  phone: '(555) 010-2030',
  service: 'website',
  message: 'We open in May.',
}

let stored: StoredMessage[]
/** Ids of messages that are claimed for a mail. */
const taken = new Set<string>()
let mails: Mail[]
let sendMail: (mail: Mail) => Promise<void>
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T12:00:00Z') })
  vi.spyOn(console, 'error').mockReturnValue()
  stored = [{ ...vic, id: 'first', notifiedAt: null, suspicions: [] }]
  taken.clear()
  mails = []
  sendMail = async (mail) => {
    mails.push(mail)
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const find = (id: string) => stored.find((message) => message.id === id)

const outside = (to = ['hello@mainstreet.test']) => ({
  messages: {
    latestFrom: async (email: string) =>
      stored.filter((message) => message.email === email).map((message) => ({ ...message })),
    waiting: async () => stored.filter(({ suspicions, notifiedAt }) => suspicions.length === 0 && !notifiedAt),
    waitingSuspicious: async () => stored.filter(({ suspicions, notifiedAt }) => suspicions.length > 0 && !notifiedAt),
    async claim(ids: string[]) {
      const free = ids.filter((id) => !taken.has(id) && !find(id)?.notifiedAt)
      for (const id of free) taken.add(id)
      return free
    },
    async markMailed(ids: string[]) {
      for (const message of stored) if (ids.includes(message.id)) message.notifiedAt = new Date()
      for (const id of ids) taken.delete(id)
    },
    async release(ids: string[]) {
      for (const id of ids) taken.delete(id)
    },
    wasSuspicionMailedSince: async (moment: Date) =>
      stored.some(({ suspicions, notifiedAt }) => suspicions.length > 0 && notifiedAt && notifiedAt > moment),
  },
  recipients: async () => to,
  sendMail: (mail: Mail) => sendMail(mail),
})

const notify = (fields: Record<string, unknown> = vic, to?: string[]) => notifyAgency(fields, outside(to))

it('mails the agency what the database holds, and marks it', async () => {
  expect(await notify()).toEqual({ success: true })
  expect(mails).toEqual([expect.objectContaining({ to: 'hello@mainstreet.test', replyTo: 'vic@bakery.test' })])
  expect(mails[0]?.text).toContain('We open in May.')
  expect(find('first')?.notifiedAt).toEqual(new Date())
})

it('knows a message without words, whichever way that is said', async () => {
  stored = [{ ...vic, id: 'first', message: null, notifiedAt: null, suspicions: [] }]
  for (const message of [undefined, null, '', '  '])
    expect(await notify({ ...vic, message })).toEqual({ success: true })
  expect(mails).toHaveLength(1)
})

describe('a repeat', () => {
  it('within ten minutes is fine, and no second mail', async () => {
    await notify()
    vi.advanceTimersByTime(9 * 60_000)
    expect(await notify()).toEqual({ success: true })
    expect(mails).toHaveLength(1)
  })

  it('at the same moment is no second mail either', async () => {
    expect(await Promise.all([notify(), notify(), notify()])).toHaveLength(3)
    expect(mails).toHaveLength(1)
  })

  it('later on finds nothing to send', async () => {
    await notify()
    vi.advanceTimersByTime(11 * 60_000)
    await expect(notify()).rejects.toMatchObject({ status: 404 })
  })

  it('of the same words in a new row is a new message', async () => {
    await notify()
    stored.unshift({ ...vic, id: 'second', notifiedAt: null, suspicions: [] })
    await notify()
    expect(mails).toHaveLength(2)
  })
})

describe('what was stored and never mailed', () => {
  it('is mailed by the clock, as if its visitor had stayed', async () => {
    stored.push({ ...vic, id: 'second', message: 'Another', notifiedAt: null, suspicions: [] })
    stored.push({ ...vic, id: 'robot', notifiedAt: null, suspicions: ['links'] })
    await mailWaiting(outside())
    expect(mails.map(({ key }) => key)).toEqual([
      'enquiry/first/hello@mainstreet.test',
      'enquiry/second/hello@mainstreet.test',
      'set aside/robot/hello@mainstreet.test',
    ])
    await mailWaiting(outside())
    expect(mails).toHaveLength(3)
  })

  it('is not marked as mailed while nobody was reached, and one does not stand in the way of another', async () => {
    stored.push({ ...vic, id: 'second', message: 'Another', notifiedAt: null, suspicions: [] })
    const working = sendMail
    sendMail = async (mail) => {
      if (mail.key?.startsWith('enquiry/first')) throw new Error('the database is away')
      await working(mail)
    }
    await mailWaiting(outside())
    expect([find('first')?.notifiedAt, find('second')?.notifiedAt]).toEqual([null, new Date()])
    expect(taken).toEqual(new Set())
  })

  it('keeps its key when it is mailed once more, by which the queue knows it', async () => {
    const dying = outside()
    dying.messages.markMailed = () => Promise.reject(new Error('killed'))
    await mailWaiting(dying)
    taken.clear()
    await mailWaiting(outside())
    expect(mails[0]?.key).toBe(mails[1]?.key)
  })
})

describe('whoever stored nothing', () => {
  it.each(['name', 'businessName', 'email', 'phone', 'service', 'message'])('is refused: other %s', async (field) => {
    await expect(notify({ ...vic, [field]: 'something else' })).rejects.toMatchObject({
      status: 404,
      message: 'There is no such message.',
    })
    expect(mails).toEqual([])
  })

  it('is refused with an empty body', async () => {
    await expect(notify({})).rejects.toMatchObject({ status: 404 })
  })
})

describe('when the mail cannot be sent', () => {
  it('succeeds for the visitor, whose message is stored, says why in the log, and the clock mails it once', async () => {
    const working = sendMail
    sendMail = () => Promise.reject(new Error('MAIL_API_KEY is not set.'))
    expect(await notify()).toEqual({ success: true })
    expect(console.error).toHaveBeenCalledWith(new Error('MAIL_API_KEY is not set.'))
    expect(find('first')?.notifiedAt).toBeNull()
    sendMail = working
    await mailWaiting(outside())
    await mailWaiting(outside())
    await notify()
    expect(mails).toHaveLength(1)
  })

  it('succeeds if one of several was reached', async () => {
    sendMail = async (mail) => {
      if (mail.to === 'sol@mainstreet.test') throw new Error('mailbox full')
      mails.push(mail)
    }
    expect(await notify(vic, ['sol@mainstreet.test', 'hello@mainstreet.test'])).toEqual({ success: true })
    expect(mails).toHaveLength(1)
    expect(console.error).toHaveBeenCalledWith(new Error('mailbox full'))
  })

  it('says in the log that there is nobody to mail, and keeps the message for later', async () => {
    expect(await notify(vic, [])).toEqual({ success: true })
    expect(console.error).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('There is nobody to mail') }),
    )
    expect(find('first')?.notifiedAt).toBeNull()
  })
})

describe('a suspicious message', () => {
  const eve = { ...vic, name: 'Eve', email: 'eve@evil.test' }
  const store = (id: string, fields = eve) => stored.push({ ...fields, id, suspicions: ['links'], notifiedAt: null })
  const subjects = () => mails.map(({ subject }) => subject)

  it('is told at once, as what it is, and its sender notices nothing', async () => {
    store('e1')
    expect(await notify(eve)).toEqual({ success: true })
    expect(subjects()).toEqual(['[Suspicious] 1 message kept apart'])
    expect(find('first')?.notifiedAt).toBeNull()
  })

  it('waits with the others while the last such mail is less than an hour old', async () => {
    store('e1')
    await notify(eve)
    for (const id of ['e2', 'e3']) {
      store(id, { ...eve, message: id })
      expect(await notify({ ...eve, message: id })).toEqual({ success: true })
    }
    vi.advanceTimersByTime(59 * 60_000)
    await notify()
    expect(subjects()).toEqual(['[Suspicious] 1 message kept apart', 'New message from Vic Stone, Harbor Bakery'])

    vi.advanceTimersByTime(2 * 60_000)
    stored.push({ ...vic, id: 'second', notifiedAt: null, suspicions: [] })
    await notify()
    expect(subjects().slice(2)).toEqual([
      'New message from Vic Stone, Harbor Bakery',
      '[Suspicious] 2 messages kept apart',
    ])
  })

  it('is told once, whoever calls', async () => {
    store('e1')
    await Promise.all([notify(eve), notify(eve), notify()])
    expect(subjects().toSorted()).toEqual([
      'New message from Vic Stone, Harbor Bakery',
      '[Suspicious] 1 message kept apart',
    ])
  })

  it('that cannot be mailed is nobody’s failure, and told next time', async () => {
    store('e1')
    const working = sendMail
    sendMail = async (mail) => {
      if (mail.subject.startsWith('[Suspicious]')) throw new Error('mailbox full')
      await working(mail)
    }
    expect(await notify(eve)).toEqual({ success: true })
    expect(await notify()).toEqual({ success: true })
    expect(console.error).toHaveBeenCalledWith(new Error('mailbox full'))
    sendMail = working
    await notify(eve)
    expect(subjects().slice(1)).toEqual(['[Suspicious] 1 message kept apart'])
  })

  it('does not stand in the way of the same words sent by a person', async () => {
    store('robot', vic)
    await notify()
    expect(subjects()).toContain('New message from Vic Stone, Harbor Bakery')
  })
})
