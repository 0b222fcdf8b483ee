import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { arrange, newPerson, type Person, removePeople } from './people.ts'

/** A caller's share of the database's time: engine/docs/decisions/0032-fair-shares.md. */

/** A string on which `pattern`, which asks for two equal halves, backtracks for long: its length is odd. */
const name = `${'a'.repeat(151)}c`
const pattern = '^(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5c$'

let nia: Person
let mia: Person
beforeAll(async () => {
  nia = await newPerson('Nia')
  mia = await newPerson('Mia')
  for (const { db, id } of [nia, mia]) {
    await arrange(db.from('user_profiles').update({ display_name: name }).eq('id', id))
  }
})
afterAll(() => removePeople(nia, mia))

const from = (address: string, { token }: Person) =>
  createClient(engine.url, engine.anonKey, {
    accessToken: async () => token,
    global: { headers: { 'X-Forwarded-For': address } },
  })

async function slowly(address: string, person: Person) {
  const began = performance.now()
  const { error } = await from(address, person)
    .from('user_profiles')
    .select('id')
    .filter('display_name', 'match', pattern)
  return { code: error?.code, took: performance.now() - began }
}

it('lets nobody hold the database up twice, from elsewhere or as somebody else neither', async () => {
  const first = await slowly('203.0.113.21', nia)
  expect(first.code).toBe('57014')
  for (const again of [
    await slowly('203.0.113.21', nia),
    await slowly('203.0.113.22', nia),
    await slowly('203.0.113.21', mia),
  ]) {
    expect(again.code).toBe('57014')
    expect(again.took).toBeLessThan(first.took / 2)
  }
})

it('answers what is quick, of whoever was slow, too', async () => {
  const own = from('203.0.113.21', nia).from('user_profiles').select('display_name').eq('id', nia.id)
  expect(await arrange(own)).toEqual([{ display_name: name }])
})

it('has many requests of one person wait for each other, and not the others', async () => {
  const zoe = await newPerson('Zoe')
  const db = from('203.0.113.23', zoe)
  const asked = Array.from({ length: 40 }, () => db.from('user_profiles').select('id').eq('id', zoe.id))
  expect((await Promise.all(asked)).map(({ error }) => error)).toEqual(Array(40).fill(null))
  await removePeople(zoe)
})
