import { describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
import { arrange, service, signIn, visitor } from './people.ts'

const address = (name: string) => `${name}.${crypto.randomUUID()}@functions.test`

describe('send-contact-notification', () => {
  const message = (email: string) => ({
    row: {
      name: 'Vic Stone',
      business_name: `Harbor Bakery ${email}`,
      email,
      phone: '(555) 010-2030',
      service: 'website',
      message: '<b>We open in May.</b>',
    },
    fields: {
      name: 'Vic Stone',
      businessName: `Harbor Bakery ${email}`,
      email,
      phone: '(555) 010-2030',
      service: 'website',
      message: '<b>We open in May.</b>',
    },
  })
  const notify = (fields: Record<string, unknown>) => call(visitor, 'send-contact-notification', fields)

  it('mails the stored message to the agency, once', async () => {
    const email = address('vic')
    const { row, fields } = message(email)
    expect((await visitor.db.from('contact_submissions').insert(row)).error).toBeNull()
    const answers = await Promise.all([notify(fields), notify(fields), notify(fields)])
    expect(answers).toEqual(Array(3).fill({ data: { success: true } }))

    const mails = await mailsAbout(email)
    // The mail goes to North, which answers the website.
    expect(mails.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1])).toEqual(['hello@north.test'])
    expect(mails[0]).toContain(`Reply-To: ${email}`)
    expect(mails[0]).toContain('&lt;b&gt;We open in May.&lt;/b&gt;')

    const stored = await arrange(service.from('contact_submissions').select('notified_at').eq('email', email))
    expect(stored).toEqual([{ notified_at: expect.any(String) }])
  })

  it('mails nothing that nobody stored', async () => {
    const email = address('vic')
    expect(await notify(message(email).fields)).toEqual({ status: 404, message: 'There is no such message.' })
    expect(await notify({})).toMatchObject({ status: 404 })
    expect(await mailsAbout(email)).toEqual([])
  })

  it('keeps a robot’s message apart: it is told in a mail of its own, which answers to nobody', async () => {
    const email = address('eve')
    const { row, fields } = message(email)
    const anHourAgo = new Date(Date.now() - 61 * 60_000).toISOString()
    const suspicious = service.from('contact_submissions').update({ notified_at: anHourAgo })
    await arrange(suspicious.filter('suspicions', 'neq', '{}'))
    await arrange(visitor.db.from('contact_submissions').insert(row).setHeader('X-Contact-Trap', 'filled'))

    expect(await notify(fields)).toEqual({ data: { success: true } })
    expect(await mailsAbout(email)).toEqual([])
    const apart = (await outbox()).filter((mail) => mail.includes(`Email: ${email}`))
    expect(apart).not.toEqual([])
    for (const mail of apart) {
      expect(mail).toMatch(/^Subject: \[Suspicious\] /m)
      expect(mail).toContain('Why: filled in a field that people do not see')
    }
  })

  it('needs no account and no token', async () => {
    const response = await fetch(`${engine.url}/functions/v1/send-contact-notification`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('send-due-mails', () => {
  const enquiry = (email: string, hoursAgo: number, columns = {}) => ({
    name: 'Vic Stone',
    business_name: 'Harbor Bakery',
    email,
    phone: '555',
    service: 'website',
    notified_at: null,
    state: 'new',
    suspicions: [],
    message: `Shall we? ${crypto.randomUUID()}`,
    created_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    ...columns,
  })
  const store = (...rows: ReturnType<typeof enquiry>[]) => arrange(service.from('contact_submissions').insert(rows))
  const sendDue = () => call({ db: service }, 'send-due-mails', {})
  const subjectsAbout = async (email: string) =>
    (await outbox()).flatMap((mail) => (mail.includes(email) ? (/^Subject: (.*)\r$/m.exec(mail)?.[1] ?? []) : []))

  it('mails an enquiry whose visitor left before the call that mails it, once', async () => {
    const email = address('gone')
    await store(enquiry(email, 0.1))
    expect(await Promise.all([sendDue(), sendDue(), sendDue()])).toEqual(Array(3).fill({ data: { success: true } }))
    await expect.poll(() => mailsAbout(email)).toHaveLength(1)
    await sendDue()
    expect(await mailsAbout(email)).toHaveLength(1)
  })

  it('[enquiries.md#response-time] reminds of what has waited for twenty hours, once, and of nothing that was dealt with', async () => {
    const mailed = { notified_at: new Date().toISOString() }
    const late = address('late')
    const [early, done] = [address('early'), address('done')]
    await store(
      enquiry(late, 20.1, mailed),
      enquiry(early, 19.9, mailed),
      enquiry(done, 30, { ...mailed, state: 'answered' }),
    )
    await sendDue()
    await sendDue()
    await expect.poll(() => subjectsAbout(late)).toEqual(['Vic Stone has waited 20 hours for an answer'])
    for (const email of [early, done]) expect(await subjectsAbout(email)).toEqual([])
    expect(await arrange(service.rpc('enquiry_recipients'))).toEqual(['hello@north.test'])
  })

  it('is for the clock alone', async () => {
    const refused = { status: 403, message: 'Only the service key may do this.' }
    expect(await call(visitor, 'send-due-mails', {})).toEqual(refused)
    for (const email of ['ben@north.test', 'ana@north.test', 'sol@mainstreet.test']) {
      expect(await call(await signIn(email), 'send-due-mails', {})).toEqual(refused)
    }
  })
})

/** Returns the mails in the outbox with this Reply-To address. */
const mailsAbout = async (email: string) => (await outbox()).filter((mail) => mail.includes(`Reply-To: ${email}`))
