import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mail } from '../../mail.ts'
import { mailClients } from './send.ts'
import type { ClientMail } from './words.ts'

const boxes: ClientMail = {
  id: 'first',
  recipient: 'maria@bakery.test',
  client: 'Harbor Bakery',
  project: 'New boxes',
  agency: { name: 'North Street', email: 'hello@north.test', phone: null },
  update: {
    title: 'Two boxes\nBcc: eve@evil.test',
    content: 'Which <b>one</b>?\nBy Friday.',
    type: 'review',
    answerBy: null,
  },
  reminder: null,
  pictures: [{ cid: 'box@update', type: 'image/jpeg', base64: 'AAAA', name: 'Box "A".jpg' }],
  otherFiles: 1,
}

let waiting: ClientMail[]
let mails: Mail[]
beforeEach(() => {
  waiting = [boxes]
  mails = []
})

function outside(sendMail = async (mail: Mail) => void mails.push(mail)) {
  return {
    mails: {
      claim: async () => waiting,
      makeLink: async (id: string) => `token-of-${id}`,
      markMailed: vi.fn(async (id: string) => {
        waiting = waiting.filter((mail) => mail.id !== id)
      }),
      release: vi.fn(async () => {}),
    },
    sendMail,
    siteUrl: 'https://north.test',
  }
}

it('[client-updates.md#mailing] mails the words, small pictures and a link of its own; the reply goes to the agency', async () => {
  await mailClients(outside())
  expect(mails).toEqual([
    expect.objectContaining({
      to: 'maria@bakery.test',
      subject: 'Please review: Two boxes Bcc: eve@evil.test',
      replyTo: 'hello@north.test',
      key: 'client/first',
      pictures: [{ cid: 'box@update', type: 'image/jpeg', base64: 'AAAA' }],
    }),
  ])
  const { text = '', html = '' } = mails[0] ?? {}
  expect(text).toContain('Which <b>one</b>?\nBy Friday.')
  expect(text).toContain('https://north.test/for/token-of-first')
  expect(text).toContain('One file is on your page.')
  expect(text).toContain('Reply to this email to reach us.')
  expect(html).toContain('Which &lt;b&gt;one&lt;/b&gt;?')
  expect(html).toContain('<img src="cid:box@update" alt="Box &quot;A&quot;.jpg"')
  expect(html).toContain('North Street')
})

it.each([
  ['+1 555 0100', 'Nobody reads replies to this email. Please call +1 555 0100.'],
  [null, 'Nobody reads replies to this email. Please contact us the way you usually do.'],
])(
  '[client-updates.md#mailing] asks for no answer where the agency has no address, with the phone number %s',
  async (phone, words) => {
    waiting = [{ ...boxes, agency: { name: 'North Street', email: null, phone } }]
    await mailClients(outside())
    const [mail] = mails
    expect(mail).not.toHaveProperty('replyTo')
    expect(mail?.text).toContain(words)
    expect(mail?.text).not.toContain('Reply to this email')
  },
)

const withDay = { ...boxes, update: { ...boxes.update, title: 'Two boxes', answerBy: '2026-11-30' } }
const textOn = async (now: string, mail: ClientMail) => {
  vi.useFakeTimers({ now: new Date(now) })
  waiting = [mail]
  await mailClients(outside())
  return mails[0]
}
afterEach(() => vi.useRealTimers())

it('[client-updates.md#answer-by] says by which day an answer is wanted', async () => {
  expect((await textOn('2026-11-20T12:00:00Z', withDay))?.text).toContain('Please answer by Nov 30.')
})

it('[client-updates.md#answer-by] reminds before the day, without the text and the pictures', async () => {
  const mail = await textOn('2026-11-28T12:00:00Z', { ...withDay, reminder: 'before', pictures: [] })
  expect(mail).toMatchObject({
    subject: 'Please answer by Nov 30: Two boxes',
    replyTo: 'hello@north.test',
    urgency: 'reminder',
    key: 'client/first',
  })
  expect(mail?.text).toContain(
    'We would like to have your answer by Nov 30. Nothing counts as approved until you say so.',
  )
  expect(mail?.text).toContain('https://north.test/for/token-of-first')
  expect(mail?.text).not.toContain('By Friday')
})

it('[client-updates.md#answer-by] reminds once more after the day, and names the year if it is over', async () => {
  const mail = await textOn('2027-01-01T12:00:00Z', { ...withDay, reminder: 'after', pictures: [] })
  expect(mail?.subject).toBe('Still waiting for your answer: Two boxes')
  expect(mail?.text).toContain('We asked for your answer by Nov 30, 2026.')
  expect(mail?.text).toContain('It is the last reminder.')
})

it('leaves one that could not be queued to the next call, and it stands in no other’s way', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  waiting = [boxes, { ...boxes, id: 'second' }]
  const failing = outside(async (mail) => {
    if (mail.key === 'client/first') throw new Error('away')
    mails.push(mail)
  })
  await mailClients(failing)
  expect(mails.map(({ key }) => key)).toEqual(['client/second'])
  expect(failing.mails.release).toHaveBeenCalledWith('first')
  expect(failing.mails.markMailed).toHaveBeenCalledExactlyOnceWith('second')
  log.mockRestore()
})
