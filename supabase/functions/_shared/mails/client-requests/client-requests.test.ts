import { expect, it, vi } from 'vitest'
import type { Mail } from '../../mail.ts'
import { mailRequests } from './send.ts'
import type { RequestMail } from './words.ts'

const request = (kind: RequestMail['kind'], title: string): RequestMail => ({
  ...{ id: title, kind, title, words: 'With <b>pictures</b>', name: 'Maria\r\nBcc: all@shop.test', fileCount: 2 },
  client: { id: 'c1', name: 'Harbor Bakery', email: 'otto@bakery.test' },
  agency: { name: 'North', email: 'info@north.test', phone: null },
})

async function mailed(waiting: RequestMail[], recipients: string[], refuses = false) {
  const [mails, marked, released]: [Mail[], string[], string[]] = [[], [], []]
  const requests = {
    claim: async () => waiting,
    recipients: async () => recipients,
    makeLink: async () => 'token',
    markMailed: async ({ id }: RequestMail) => void marked.push(id),
    release: async ({ id }: RequestMail) => void released.push(id),
  }
  const sendMail = async (mail: Mail) => {
    if (refuses) throw new Error('Not now')
    mails.push(mail)
  }
  await mailRequests({ requests, sendMail, siteUrl: 'https://north.test' })
  return { mails, marked, released }
}

it('[mail.md#answers] mails the agency what a client asks for, with the client’s known address for the reply', async () => {
  const { mails, marked } = await mailed([request('received', 'A new menu')], ['info@north.test'])
  expect(mails).toMatchObject([
    { to: 'info@north.test', subject: 'Harbor Bakery asks for: A new menu', replyTo: 'otto@bakery.test' },
  ])
  expect(mails[0]?.html).toContain('With &lt;b&gt;pictures&lt;/b&gt;')
  expect(mails[0]?.text).toContain('2 files came with it.')
  expect(mails[0]?.text).toContain('https://north.test/dashboard/clients/c1')
  expect(mails[0]?.text).not.toMatch(/^Bcc:/m)
  expect(marked).toEqual(['A new menu'])
})

it('has no Reply-To that a mail server may refuse', async () => {
  const umlauts = (kind: RequestMail['kind']): RequestMail => {
    const { client, agency, ...rest } = request(kind, 'A new menu')
    return {
      ...rest,
      client: { ...client, email: 'jörg@bakery.test' },
      agency: { ...agency, email: 'büro@north.test' },
    }
  }
  const { mails } = await mailed([umlauts('received'), umlauts('done')], ['info@north.test'])
  for (const mail of mails) expect(mail).not.toHaveProperty('replyTo')
  expect(mails[0]?.text).toContain('To answer, copy the address with care')
  expect(mails[1]?.text).toContain('Nobody reads replies to this email.')
})

it('mails the client what is done, with a link to their page', async () => {
  const { mails, marked } = await mailed([request('done', 'A new menu')], [])
  expect(mails).toMatchObject([{ to: 'otto@bakery.test', subject: 'Done: A new menu', replyTo: 'info@north.test' }])
  expect(mails[0]?.text).toContain('https://north.test/for/token')
  expect(marked).toEqual(['A new menu'])
})

it('is done with a request of which nobody can be mailed, and tries a failed mail again', async () => {
  expect(await mailed([request('received', 'Quiet')], [])).toMatchObject({ mails: [], marked: ['Quiet'] })
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
  const failed = await mailed([request('received', 'Later')], ['info@north.test'], true)
  expect(failed).toMatchObject({ marked: [], released: ['Later'] })
})
