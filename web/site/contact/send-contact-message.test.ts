import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendContactMessage } from './send-contact-message.ts'

const rosa = {
  name: 'Rosa Hale',
  businessName: 'Hale Plumbing',
  email: 'rosa@hale.example',
  phone: '555 0100',
  service: 'website',
  message: '',
}
const { businessName, ...others } = rosa

const config = () => Response.json({ supabaseUrl: 'http://back.test', supabaseAnonKey: 'key' })
const answers = vi.fn<(path: string) => Response>()
const calls: { path: string; body: unknown; headers: Headers }[] = []
beforeEach(() => {
  calls.length = 0
  answers.mockImplementation((path) => (path === '/config.json' ? config() : new Response(null, { status: 204 })))
  vi.stubGlobal(
    'fetch',
    async (url: string, { body, headers }: { body?: string; headers?: Record<string, string> }) => {
      const { pathname: path } = new URL(url, 'http://site.test')
      if (body) calls.push({ path, body: JSON.parse(body), headers: new Headers(headers) })
      return answers(path)
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

it('makes the two calls of the specification, with the public key', async () => {
  await sendContactMessage(rosa, { trapped: false })
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/rest/v1/contact_submissions', { ...others, business_name: businessName }],
    ['/functions/v1/send-contact-notification', rosa],
  ])
  for (const { headers } of calls) {
    expect([headers.get('apikey'), headers.get('authorization')]).toEqual(['key', 'Bearer key'])
    expect(headers.has('x-contact-trap')).toBe(false)
  }
})

it('says beside the row, and not in it, that the trap was filled in', async () => {
  await sendContactMessage(rosa, { trapped: true })
  expect(calls[0]?.headers.get('x-contact-trap')).toBe('filled')
  expect(calls.map(({ body }) => body)).toEqual([{ ...others, business_name: businessName }, rosa])
})

it('fails where a flood is refused, and has nobody told', async () => {
  const refused = () => Response.json({ code: 'PT429' }, { status: 429 })
  answers.mockImplementation((path) => (path === '/config.json' ? config() : refused()))
  await expect(sendContactMessage(rosa, { trapped: false })).rejects.toThrow('answered 429')
  expect(calls).toHaveLength(1)
})
