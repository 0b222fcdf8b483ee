import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mail } from '../../mail.ts'
import { remindOfEnquiries } from './send.ts'
import type { UnansweredEnquiry } from './words.ts'

const HOUR_MS = 60 * 60 * 1000

const vic: UnansweredEnquiry = {
  id: 'first',
  name: 'Vic Stone',
  businessName: 'Harbor Bakery',
  email: 'vic@bakery.test',
  phone: '(555) 010-2030',
  service: 'website',
  message: 'We open in May.',
  createdAt: new Date('2026-05-01T12:00:00Z'),
  takenBy: null,
  suspicions: [],
  isSetAside: false,
}

let waiting: UnansweredEnquiry[]
let mails: Mail[]
let reminded: string[]
beforeEach(() => {
  vi.useFakeTimers({ now: vic.createdAt })
  waiting = [vic]
  mails = []
  reminded = []
})
afterEach(() => vi.useRealTimers())

const remind = (siteUrl?: string, recipients = ['hello@north.test']) =>
  remindOfEnquiries({
    unanswered: {
      waiting: async () => waiting.filter(({ id }) => !reminded.includes(id)),
      markReminded: async (id) => void reminded.push(id),
    },
    recipients: async () => recipients,
    sendMail: async (mail) => void mails.push(mail),
    siteUrl,
  })

it('[contact.md#notification-mail] reminds quietly later, while there is nobody to mail', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await remind('https://mainstreet.test', [])
  expect([mails, reminded, log.mock.calls]).toEqual([[], [], []])
  await remind('https://mainstreet.test')
  expect(reminded).toEqual(['first'])
  log.mockRestore()
})

it('[enquiries.md#response-time] reminds of an enquiry that waits for long, once', async () => {
  vi.advanceTimersByTime(20.5 * HOUR_MS)
  await remind('https://mainstreet.test')
  await remind('https://mainstreet.test')
  expect(mails).toEqual([
    expect.objectContaining({
      to: 'hello@north.test',
      replyTo: 'vic@bakery.test',
      subject: 'Vic Stone has waited 20 hours for an answer',
      key: 'reminder/first/hello@north.test',
      urgency: 'reminder',
    }),
  ])
  expect(mails[0]?.text).toContain('It is assigned to nobody.')
  expect(mails[0]?.text).toContain('https://mainstreet.test/dashboard/enquiries/first')
})

it('says whom it is assigned to, and shows what strangers wrote as text', async () => {
  waiting = [{ ...vic, takenBy: 'Ben', name: '<b>Vic</b>\nBcc: eve@evil.test', message: '<script>' }]
  vi.advanceTimersByTime(30 * HOUR_MS)
  await remind()
  expect(mails[0]?.subject).toBe('<b>Vic</b> Bcc: eve@evil.test has waited 30 hours for an answer')
  expect(mails[0]?.text).toContain('It is assigned to Ben.')
  expect(mails[0]?.html).not.toMatch(/<script|<b>/)
})

it('is not marked as reminded while nobody was reached, and stands in no other’s way', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  waiting = [vic, { ...vic, id: 'second' }]
  vi.advanceTimersByTime(21 * HOUR_MS)
  await remindOfEnquiries({
    unanswered: { waiting: async () => waiting, markReminded: async (id) => void reminded.push(id) },
    recipients: async () => ['hello@north.test'],
    sendMail: async ({ key }) => {
      if (key?.startsWith('reminder/first')) throw new Error('away')
    },
    siteUrl: undefined,
  })
  expect(reminded).toEqual(['second'])
  expect(log).toHaveBeenCalledWith(new Error('away'))
  log.mockRestore()
})

it('[enquiries.md#response-time] reminds of what may be spam in one mail, with the rule that each broke', async () => {
  const apart = { ...vic, isSetAside: true, suspicions: ['links'] }
  waiting = [{ ...apart, id: 'first' }, vic, { ...apart, id: 'third', name: 'Rosa', suspicions: ['trap'] }].map(
    (one, at) => ({
      ...one,
      id: `enquiry ${at}`,
    }),
  )
  vi.advanceTimersByTime(21 * HOUR_MS)
  await remind('https://mainstreet.test')
  await remind('https://mainstreet.test')
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Vic Stone has waited 21 hours for an answer',
    '2 messages that may be spam still wait',
  ])
  const { text } = mails[1] ?? {}
  expect(text).toContain('Why: has many links, or one in the name')
  expect(text).toContain('Why: filled in a field that people do not see')
  expect(text).toContain('https://mainstreet.test/dashboard/enquiries?view=perhaps-spam')
})
