import { expect, it } from 'vitest'
import { digestMail } from './client-digests/words.ts'
import { noticeMail } from './notice-digests/words.ts'

const digest = {
  client: 'bakery',
  recipient: 'maria@bakery.test',
  name: 'Harbor Bakery',
  since: null,
  updates: [{ title: 'Two boxes', project: 'New boxes' }],
}

it('[client-updates.md#weekly-mail] goes as an answer to the agency, and says how to end it', () => {
  const agency = { name: 'North Street', email: 'hello+web@north.test', phone: null }
  const mail = digestMail({ ...digest, agency }, 'https://north.test/for/token')
  expect(mail).toMatchObject({
    replyTo: 'hello+web@north.test',
    unsubscribe: 'mailto:hello%2Bweb@north.test?subject=No%20weekly%20mail',
  })
  expect(mail.text).toContain('Reply to this email to reach us. Reply and say so to stop getting it.')
})

it('[client-updates.md#weekly-mail] asks for no answer where the agency has no address', () => {
  const agency = { name: 'North Street', email: null, phone: '+1 555 0100' }
  const mail = digestMail({ ...digest, agency }, 'https://north.test/for/token')
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail).not.toHaveProperty('unsubscribe')
  expect(mail.text).toContain(
    'Nobody reads replies to this email. Please call +1 555 0100. Tell us to stop getting it.',
  )
})

it('[notices.md#mail] names the page where it is switched off', () => {
  const notices = [{ what: 'Ben mentioned you', about: 'In the chat' }]
  const mail = noticeMail({ person: 'ana', recipient: 'ana@north.test', since: null, notices }, 'https://north.test')
  expect(mail.unsubscribe).toBe('https://north.test/dashboard/profile')
})
