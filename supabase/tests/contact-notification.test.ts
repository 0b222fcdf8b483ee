import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { call } from './functions-client.ts'
import { arrange, service, visitor } from './people.ts'

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
    // North answers the website.
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

/** The mails in the outbox that answer to an address. */
const mailsAbout = async (email: string) => (await outbox()).filter((mail) => mail.includes(`Reply-To: ${email}`))

async function outbox() {
  const names = (await readdir(engine.outboxDir).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(engine.outboxDir, name), 'utf8')))
  return mails.map((mail) => mail.replaceAll('=\r\n', ''))
}
