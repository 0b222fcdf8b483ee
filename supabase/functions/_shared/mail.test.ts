import { afterEach, expect, it, vi } from 'vitest'
import { sendMail } from './mail.ts'

const mail = {
  to: 'sol@mainstreet.test',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  replyTo: 'vic@bakery.test',
  unsubscribe: 'https://north.test/dashboard/profile',
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function mailService(response: Response) {
  vi.stubEnv('MAIL_API_KEY', 'key')
  vi.stubEnv('MAIL_FROM', 'Mainstreet <no-reply@mainstreet.test>')
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

it('hands the mail to the configured service where the host sends none', async () => {
  const fetch = mailService(new Response('{}'))
  vi.stubEnv('MAIL_API_URL', 'https://mail.test/send')
  await sendMail(mail)
  const [url, request] = fetch.mock.lastCall ?? []
  expect(url).toBe('https://mail.test/send')
  expect(request?.headers).toMatchObject({ authorization: 'Bearer key' })
  expect(JSON.parse(String(request?.body))).toEqual({
    from: 'Mainstreet <no-reply@mainstreet.test>',
    to: ['sol@mainstreet.test'],
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    reply_to: 'vic@bakery.test',
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': '<https://north.test/dashboard/profile>' },
  })
})

it('fails when the service refuses, or is not configured', async () => {
  mailService(new Response('bad key', { status: 401 }))
  await expect(sendMail(mail)).rejects.toThrow('The mail service answered 401: bad key')
  vi.stubEnv('MAIL_API_KEY', '')
  await expect(sendMail(mail)).rejects.toThrow('MAIL_API_KEY is not set.')
})
