import { afterEach, expect, it, vi } from 'vitest'
import { MailLinkPages } from './mail-link-pages.ts'

const links = new MailLinkPages()
links.start({ ownUrl: 'http://localhost' })

afterEach(() => void vi.unstubAllGlobals())

/** Uses a link up whose backend answers so, and returns where the browser is sent. */
async function use(query: string, status: number) {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Not done.' }, { status }))
  const page = links.pages.find(({ takesForms }) => takesForms)
  const answer = await page?.answer({
    params: {},
    query: new URLSearchParams(query),
    form: new URLSearchParams(),
    files: () => expect.fail('The form has no files.'),
    method: 'POST',
    headers: {},
    network: '192.0.2.1',
  })
  return answer instanceof Response ? answer.headers.get('location') : expect.fail('It answered no redirect.')
}

const undo = `type=undo-address&token=${'a'.repeat(43)}`

it.each([
  [404, 'otp_expired'],
  [409, 'email_exists'],
])('[sign-in.md#another-address] a link that is answered %i says %s', async (status, code) => {
  expect(await use(undo, status)).toBe(`/auth?type=undo-address&error_code=${code}`)
})

it.each([401, 413, 429, 500])('a link that is answered %i can be tried again', async (status) => {
  await expect(use(undo, status)).rejects.toThrow('Not done.')
})
