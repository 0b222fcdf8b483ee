import { afterAll, describe, expect, it } from 'vitest'
import { arrange, service, signIn, visitor } from './people.ts'

const email = `${crypto.randomUUID()}@isolation.test`
const message = {
  name: 'Grace Kim',
  business_name: 'Kim’s Dry Cleaning',
  email,
  phone: '(555) 017-3322',
  service: 'website',
  message: 'We would like a page that works on phones.',
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
    ['suspicions', '{}'],
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

describe('a message that looks like a robot’s', () => {
  const suspicionsAgainst = async (words: string, changes: Record<string, unknown> = {}) => {
    await arrange(send({ ...changes, message: words }))
    const [row] = await arrange(
      service.from('contact_submissions').select('suspicions').match({ email, message: words }),
    )
    return row?.suspicions
  }
  const links = (count: number) => Array.from({ length: count }, (_, i) => `https://shop${i}.test/a?b=www.c`).join(' ')

  it('has more links than three', async () => {
    expect(await suspicionsAgainst(`We like ${links(3)}`)).toEqual([])
    expect(await suspicionsAgainst(`We like ${links(4)}`)).toEqual(['links'])
    expect(await suspicionsAgainst(`HTTP://a.test,WWW.b.test ${links(2)}`)).toEqual(['links'])
    expect(await suspicionsAgainst(`One more ${links(3)}`, { business_name: 'www.bakery.test' })).toEqual(['links'])
  })

  it('has a link where people have a name', async () => {
    expect(await suspicionsAgainst('You have won', { name: 'Claim it https://prize.test' })).toEqual(['links'])
  })

  it('is not one that names its own page, or an address', async () => {
    const changes = { business_name: 'Bakery.com', name: 'W.W. Wood' }
    expect(await suspicionsAgainst('Ours is https://www.bakery.test, mail vic@www.test', changes)).toEqual([])
  })

  it('is one with the hidden field filled in, which the form says beside the row', async () => {
    const words = 'Buy now'
    await arrange(send({ message: words }).setHeader('X-Contact-Trap', 'filled'))
    expect(await received()).toContainEqual(expect.objectContaining({ message: words, suspicions: ['trap'] }))
  })

  it('is seen by a super admin as what it is', async () => {
    const sol = await signIn('sol@mainstreet.test')
    const apart = await arrange(
      sol.db.from('contact_submissions').select('suspicions').eq('email', email).neq('suspicions', '{}'),
    )
    expect(apart).toContainEqual({ suspicions: ['trap'] })
    expect(apart).not.toContainEqual({ suspicions: [] })
  })

  it('is only weighed where it comes from outside', async () => {
    const words = `From the old site: ${links(5)}`
    await arrange(service.from('contact_submissions').insert({ ...message, message: words }))
    expect(await received()).toContainEqual(expect.objectContaining({ message: words, suspicions: [] }))
  })
})
