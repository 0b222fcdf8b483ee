import { expect, it, vi } from 'vitest'
import type { Mail } from '../../mail.ts'
import { mailMonths } from './send.ts'
import type { ClientMonth } from './words.ts'

const november: ClientMonth = {
  ...{ id: 'm1', month: '2026-11-01', words: 'Calls from <b>Google</b>\nare up.', recipient: 'otto@bakery.test' },
  ...{ requestedAt: '2026-12-01T09:00:00Z', client: 'Harbor\r\nBcc: all@shop.test' },
  agency: { name: 'North', email: 'info@north.test', phone: null },
}

async function mailed(month: ClientMonth, refuses = false) {
  const [mails, marked, released]: [Mail[], ClientMonth[], ClientMonth[]] = [[], [], []]
  const months = {
    claim: async () => [month],
    makeLink: async (id: string) => `token-of-${id}`,
    markMailed: async (done: ClientMonth) => void marked.push(done),
    release: async (failed: ClientMonth) => void released.push(failed),
  }
  const sendMail = async (mail: Mail) => {
    if (refuses) throw new Error('Not now')
    mails.push(mail)
  }
  await mailMonths({ months, sendMail, siteUrl: 'https://north.test' })
  return { mails, marked, released }
}

it('[client-page.md#months] mails the client the agency’s words with a link to the page of the month', async () => {
  const { mails, marked } = await mailed(november)
  expect(mails).toMatchObject([
    { to: 'otto@bakery.test', subject: 'November 2026 at a glance, from North', replyTo: 'info@north.test' },
  ])
  expect(mails[0]?.html).toContain('Calls from &lt;b&gt;Google&lt;/b&gt;')
  expect(mails[0]?.text).toContain('https://north.test/for/token-of-m1?month=2026-11')
  expect(mails[0]?.text).not.toMatch(/^Bcc:/m)
  expect(marked).toEqual([november])
})

it('needs no words of the agency', async () => {
  const { mails } = await mailed({ ...november, words: null })
  expect(mails[0]?.text).toContain('https://north.test/for/token-of-m1?month=2026-11')
  expect(mails[0]?.text).not.toContain('null')
})

it('has one key for the queue, whichever server sends it, and another one where it is mailed again', async () => {
  const keyOf = async (requestedAt: string) => (await mailed({ ...november, requestedAt })).mails[0]?.key
  const first = await keyOf('2026-12-01T09:00:00Z')
  expect(await keyOf('2026-12-01T09:00:00Z')).toBe(first)
  expect(await keyOf('2026-12-02T09:00:00Z')).not.toBe(first)
})

it('is tried again where the queue did not take it', async () => {
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
  expect(await mailed(november, true)).toMatchObject({ mails: [], marked: [], released: [november] })
})
