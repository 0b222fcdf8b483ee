import { expect, it } from 'vitest'
import { contactMail } from './contact-mail.ts'

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
  expect(mail.text).toBe(
    'Name: Vic Stone\nBusiness: Harbor Bakery\nEmail: vic@bakery.test\nPhone: (555) 010-2030\n' +
      'Interested in: AI Automation\n\nWe open in May.\nCan you help?\n',
  )
  expect(mail.html).toContain('We open in May.<br>Can you help?')
})

it('shows markup as the text it is', () => {
  const { html } = contactMail({ ...vic, name: '<b>Vic</b>', message: `<img src=x onerror="alert('1')"> & more` })
  expect(html).toContain('&lt;b&gt;Vic&lt;/b&gt;')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more')
  expect(html).not.toMatch(/<img|<b>/)
})

it('keeps the subject on one line, and a field from looking like another', () => {
  const mail = contactMail({ ...vic, name: 'Vic\r\nBcc: eve@evil.test', phone: '1\nName: Somebody else' })
  expect(mail.subject).toBe('New message from Vic Bcc: eve@evil.test, Harbor Bakery')
  expect(mail.text).toContain('Phone: 1 Name: Somebody else\n')
})

it.each(['a@b.test,eve@evil.test', 'Vic<vic@bakery.test>', 'vic@bakery.test>'])('replies to no list: %s', (email) => {
  expect(contactMail({ ...vic, email })).not.toHaveProperty('replyTo')
})

it('says so where nothing was written', () => {
  expect(contactMail({ ...vic, message: null }).text).toContain('No message was left.')
})
