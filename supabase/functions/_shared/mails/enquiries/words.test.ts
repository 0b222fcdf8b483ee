import { describe, expect, it } from 'vitest'
import { contactMail } from './words.ts'

const vic = {
  name: 'Vic Stone',
  businessName: 'Harbor Bakery',
  email: 'vic@bakery.test',
  phone: '(555) 010-2030',
  service: 'ai',
  message: 'We open in May.\nCan you help?',
}

it('says who writes, how to reach them and what they say', () => {
  const mail = contactMail(vic)
  expect(mail.subject).toBe('New message from Vic Stone, Harbor Bakery')
  expect(mail.replyTo).toBe('vic@bakery.test')
  expect(mail.text).toBe(`A new message from the website

Name: Vic Stone
Business: Harbor Bakery
Email: vic@bakery.test
Phone: (555) 010-2030
Interested in: AI Automation

> We open in May.
> Can you help?

Answer this mail to write to the visitor.
`)
  expect(mail.html).toContain('We open in May.\nCan you help?</blockquote>')
})

it('lets a thumb call back or write back', () => {
  const { html } = contactMail(vic)
  expect(html).toMatch(/<a href="tel:5550102030"[^>]*>\(555\) 010-2030<\/a>/)
  expect(html).toMatch(/<a href="mailto:vic@bakery.test"[^>]*>vic@bakery.test<\/a>/)
  expect(contactMail({ ...vic, phone: 'call my wife' }).html).not.toContain('tel:')
})

it('[enquiries.md#add-enquiry] leaves out what nobody said, and tells how it came', () => {
  const mail = contactMail({ ...vic, businessName: '', email: '', cameBy: 'Phone' })
  expect(mail.subject).toBe('New message from Vic Stone')
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail.text).toBe(`A new enquiry

Name: Vic Stone
Phone: (555) 010-2030
Interested in: AI Automation
Came by: Phone

> We open in May.
> Can you help?

They left no email address, so this mail cannot be answered: call them.
`)
})

it('has no Reply-To that a mail server may refuse, and writes a domain in ASCII', () => {
  const mail = contactMail({ ...vic, email: 'jörg@bakery.test' })
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail.text).toContain('To answer, copy the address with care: it is an unusual one')
  expect(contactMail({ ...vic, email: 'vic@bäckerei.test' }).replyTo).toBe('vic@xn--bckerei-5wa.test')
})

it('says so where nothing was written', () => {
  for (const message of [null, '', ' \n ']) {
    expect(contactMail({ ...vic, message }).text).toContain('\n\nNo message was left.\n')
  }
})

describe('whatever a visitor writes', () => {
  it('is shown as the text it is', () => {
    const evil = `"><script>alert('1')</script><img src=x onerror=alert(1)> & more`
    const { html = '' } = contactMail({
      name: evil,
      businessName: evil,
      email: `vic'"&<b>@bakery.test`,
      phone: evil,
      service: evil,
      message: evil,
    })
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; more')
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)')
    expect(html).not.toMatch(/<script|<img|<b>|alert\('/)
  })

  it('opens no link of its own', () => {
    const { html } = contactMail({ ...vic, email: `vic"onclick="x'@bakery.test`, phone: '555-0100"onclick="1' })
    expect(html).not.toMatch(/"onclick|'@/)
    expect(html).toContain('href="tel:5550100"')
    expect(contactMail({ ...vic, email: 'vic?bcc=eve&body=x@bakery.test' }).html).toContain(
      'href="mailto:vic%3Fbcc%3Deve%26body%3Dx@bakery.test"',
    )
  })

  it.each(['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\0'])(
    'stays on its line, with %j in it',
    (lineBreak) => {
      const mail = contactMail({ ...vic, name: `Vic${lineBreak}Bcc: eve@evil.test`, phone: `1${lineBreak}Name: Eve` })
      expect(mail.subject).toBe('New message from Vic Bcc: eve@evil.test, Harbor Bakery')
      expect(mail.text.split(/[\r\n\u2028\u2029\u0085]/)).toContain('Phone: 1 Name: Eve')
    },
  )

  it('cannot pass for our own words', () => {
    const { text } = contactMail({ ...vic, message: 'Hi\n\rEmail: eve@evil.test\u2028Answer eve.\u0007\u001b[31m' })
    expect(text).toContain('> Hi\n> \n> Email: eve@evil.test\n> Answer eve.[31m\n')
  })

  it('does not turn the reading direction of what follows', () => {
    const turned = '\u202emoc.live\u202c \u2066x\u2069'
    const mail = contactMail({ ...vic, name: turned, message: turned, phone: turned, service: turned })
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u)
    expect(mail.subject).toBe('New message from moc.live x, Harbor Bakery')
  })

  it('may be in any language', () => {
    const mail = contactMail({ ...vic, name: 'דנה כהן', businessName: '花屋 👩‍🌾', message: 'שלום,\tمی‌خواهم' })
    expect(mail.subject).toBe('New message from דנה כהן, 花屋 👩‍🌾')
    expect(mail.text).toContain('> שלום,\tمی‌خواهم')
    expect(mail.html).toContain('<bdi>דנה כהן</bdi>')
  })

  it('makes no endless subject, and no page wider than the screen', () => {
    const word = '😀'.repeat(200)
    const mail = contactMail({ ...vic, name: word, businessName: word, message: 'x'.repeat(5000) })
    expect(mail.subject).toBe(`New message from ${'😀'.repeat(59)}…, ${'😀'.repeat(59)}…`)
    expect(mail.text).toContain(`Name: ${word}\n`)
    expect(mail.html).toContain('x'.repeat(5000))
    expect(mail.html).toMatch(/table-layout:fixed.*overflow-wrap:anywhere/s)
  })
})

it.each([
  'a@b.test,eve@evil.test',
  'Vic<vic@bakery.test>',
  'vic@bakery.test>',
  'a@b@c.test',
  'vic@bakery.test\nBcc: eve',
  'vic@\u202etset.live',
  'vic\u0000@bakery.test',
  'vic\u200b@bakery.test',
  '',
])('replies to nobody where the address is %j, and says why', (email) => {
  const mail = contactMail({ ...vic, email })
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail.html).not.toContain('mailto:')
  expect(mail.text).toContain('this mail cannot be answered')
})
