import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { arrange, service } from './people.ts'

/** A client of a visitor with this address, as a local proxy would send it. */
function at(address: string) {
  const db = createClient(engine.url, engine.anonKey, {
    auth: { persistSession: false },
    global: { headers: { 'X-Forwarded-For': address } },
  })
  const insert = async (rows: object[]) => db.from('contact_submissions').insert(rows)
  /** Sends distinct messages, ten in a request, until one is refused. */
  const send = async (count: number, about: string) => {
    const rows = Array.from({ length: count }, (_, number) => messageAbout(`${about} ${number}`))
    let answer = await insert(rows.splice(0, 10))
    while (rows.length > 0 && !answer.error) answer = await insert(rows.splice(0, 10))
    return answer
  }
  return { send, insert }
}

let senders = 0
const messageAbout = (words: string) => ({
  name: 'Grace Kim',
  business_name: 'Kim’s Dry Cleaning',
  email: `limits${senders++}@isolation.test`,
  phone: '(555) 017-3322',
  service: 'website',
  message: words,
})

/** Counts stored messages whose text begins so, by suspicion. */
async function stored(about: string) {
  const rows: { suspicions: string[] }[] = await arrange(
    service.from('contact_submissions').select('suspicions').like('message', `${about} %`),
  )
  return Object.entries(Object.groupBy(rows, ({ suspicions }) => suspicions.join(' '))).map(
    ([suspicions, rows]) => [suspicions, rows?.length] as const,
  )
}

const tooMany = { status: 429, error: { code: 'PT429', message: 'Too many messages were sent.' } }

// Limits per hour are shared between the tests: later ones count the messages of earlier ones.
describe('the limits of the contact form', () => {
  it('let a busy office behind one address send twenty different messages an hour', async () => {
    const office = at('203.0.113.7')
    for (let number = 0; number < 20; number++) expect((await office.send(1, `office${number}`)).error).toBeNull()
    expect(await stored('office%')).toEqual([['', 20]])
  })

  it('mark what comes from there beyond that, and refuse what is too much', async () => {
    const robot = at('203.0.113.7')
    expect((await robot.send(80, 'robot')).error).toBeNull()
    expect(await stored('robot')).toEqual([['address', 80]])

    expect(await robot.send(1, 'refused')).toMatchObject(tooMany)
    expect(await stored('refused')).toEqual([])
  })

  it('leave everybody else alone', async () => {
    expect((await at('203.0.113.8').send(1, 'neighbour')).error).toBeNull()
    expect(await stored('neighbour')).toEqual([['', 1]])
  })

  it('take a network of IPv6 for one sender, and IPv4 dressed as IPv6 for what it is', async () => {
    expect((await at('2001:db8:0:1::1').send(20, 'six')).error).toBeNull()
    expect((await at('2001:db8:0:1:ffff::2').send(1, 'same')).error).toBeNull()
    expect((await at('2001:db8:0:2::1').send(1, 'next')).error).toBeNull()
    expect([await stored('same'), await stored('next')]).toEqual([[['address', 1]], [['', 1]]])

    expect((await at('::ffff:203.0.113.20').send(20, 'four')).error).toBeNull()
    expect((await at('203.0.113.20').send(1, 'plain')).error).toBeNull()
    expect((await at('::ffff:203.0.113.21').send(1, 'other')).error).toBeNull()
    expect([await stored('plain'), await stored('other')]).toEqual([[['address', 1]], [['', 1]]])
  })

  it('mark everything while very much comes in from everywhere, and refuse in the end', async () => {
    const answers = []
    for (let number = 0; number < 60; number++)
      answers.push(await at(`198.51.100.${number}`).send(20, `flood${number}`))
    for (let number = 0; number < 10; number++) answers.push(await at('198.51.100.0').send(1, `rest${number}`))
    const refused = answers.filter(({ error }) => error !== null)
    for (const answer of refused) expect(answer).toMatchObject(tooMany)

    const { count } = await service.from('contact_submissions').select('id', { count: 'exact', head: true })
    const before = 2 // in the seed
    expect(count).toBe(before + 1000)
    const ordinary = (await stored('flood%')).find(([suspicions]) => suspicions === '')
    expect(ordinary?.[1]).toBeLessThan(200)
  })

  it('take a message or two of somebody who writes meanwhile', async () => {
    expect(await at('192.0.2.1').send(10, 'late')).toMatchObject(tooMany)
    const somebody = at('192.0.2.2')
    for (let number = 0; number < 3; number++) expect((await somebody.send(1, `meanwhile${number}`)).error).toBeNull()
    expect(await stored('meanwhile%')).toEqual([['volume', 3]])
    expect(await somebody.send(1, 'fourth')).toMatchObject(tooMany)
  })

  it('count a repeat before it is folded, in a list and by itself', async () => {
    const same = messageAbout('parrot 0')
    expect(await at('192.0.2.3').insert([same, same, same, same])).toMatchObject(tooMany)
    const parrot = at('192.0.2.4')
    for (let number = 0; number < 3; number++) expect((await parrot.insert([same])).error).toBeNull()
    expect(await parrot.insert([same])).toMatchObject(tooMany)
    expect(await stored('parrot')).toEqual([['volume', 1]])
  })
})
