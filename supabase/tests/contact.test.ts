import { afterAll, describe, expect, it } from 'vitest'
import { arrange, service, signIn, visitor } from './people.ts'

const email = `${crypto.randomUUID()}@isolation.test`
const message = {
  ...{ name: 'Grace Kim', business_name: 'Kim’s Dry Cleaning', email, phone: '(555) 017-3322' },
  ...{ service: 'website', message: 'We would like a page that works on phones.' },
}
const send = (changes: Record<string, unknown> = {}) =>
  visitor.db.from('contact_submissions').insert({ ...message, ...changes })
const received = () => arrange(service.from('contact_submissions').select('*').eq('email', email))

afterAll(async () => {
  await arrange(service.from('contact_submissions').delete().eq('email', email))
})

describe('a message from the contact form', () => {
  it('is stored once, however often it is sent within ten minutes', async () => {
    await arrange(send())
    await Promise.all([arrange(send()), arrange(send())])
    expect(await received()).toEqual([expect.objectContaining({ ...message, notified_at: null })])
  })

  it('is another one when any of the six fields differs', async () => {
    const differences = [
      { name: 'G. Kim' },
      { business_name: 'Kim’s' },
      { phone: '555' },
      { service: 'other' },
      { message: null },
    ]
    for (const difference of differences) await arrange(send(difference))
    expect(await received()).toHaveLength(1 + differences.length)
  })

  it('is stored again after ten minutes', async () => {
    const before = (await received()).length
    const longAgo = new Date(Date.now() - 11 * 60_000).toISOString()
    await arrange(service.from('contact_submissions').update({ created_at: longAgo }).eq('email', email))
    await arrange(send())
    expect(await received()).toHaveLength(before + 1)
  })

  it.each([
    ['id', crypto.randomUUID()],
    ['created_at', '2020-01-01'],
    ['notified_at', '2020-01-01'],
  ])('does not set its own %s', async (column, value) => {
    expect((await send({ [column]: value })).error?.code).toBe('42501')
  })

  it.each([
    ['name', '  '],
    ['business_name', ''],
    ['email', 'nobody'],
    ['email', 'a@b.test\nBcc: everybody@b.test'],
    ['phone', '\n'],
    ['service', 'sorcery'],
    ['message', 'x'.repeat(5001)],
  ])('is refused with %s %j', async (column, value) => {
    expect((await send({ [column]: value })).error?.code).toBe('23514')
  })

  it('is read by a super admin, and by no visitor', async () => {
    expect((await visitor.db.from('contact_submissions').select()).error?.code).toBe('42501')
    const sol = await signIn('sol@mainstreet.test')
    expect(await arrange(sol.db.from('contact_submissions').select().eq('email', email))).not.toHaveLength(0)
  })
})
