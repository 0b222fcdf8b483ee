import { expect, it } from 'vitest'
import { suspiciousMessagesMail } from './words.ts'

const eve = {
  name: 'Eve',
  businessName: 'Prizes',
  email: 'eve@evil.test',
  phone: '1',
  service: 'other',
  message: 'You have won!\nhttps://prize.test',
  suspicions: ['links', 'trap'],
}

it('tells everything that was kept apart, and why', () => {
  const mail = suspiciousMessagesMail([
    eve,
    { ...eve, name: 'Mallory', message: null, suspicions: ['address', 'volume'] },
  ])
  expect(mail.subject).toBe('[Suspicious] 2 messages kept apart')
  expect(mail.text).toContain(`Why: has many links, or one in the name; filled in a field that people do not see
Name: Eve
Business: Prizes
Email: eve@evil.test
Phone: 1
Interested in: Something else
> You have won!
> https://prize.test

Why: one of many from the same sender within an hour; came while very many messages came in
Name: Mallory`)
  for (const words of ['Name: Eve', 'You have won!\nhttps://prize.test', 'Name: Mallory']) {
    expect(mail.html).toContain(words)
  }
})

it('answers to nobody, and links to nothing', () => {
  const mail = suspiciousMessagesMail([eve])
  expect(mail.subject).toBe('[Suspicious] 1 message kept apart')
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail.html).not.toContain('<a ')
})

it('shows markup as the text it is, and long messages in short', () => {
  const mail = suspiciousMessagesMail([
    { ...eve, name: '<b>Eve</b>\nName: Sol', message: `<script>${'x'.repeat(5000)}` },
  ])
  expect(mail.html).not.toMatch(/<script|<b>/)
  expect(mail.text).toContain('Name: <b>Eve</b> Name: Sol\n')
  expect(mail.text.length).toBeLessThan(1500)
  expect(mail.text).toContain('x…')
})
