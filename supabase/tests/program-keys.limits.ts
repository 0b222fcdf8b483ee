import { expect, it } from 'vitest'
import { engine } from './engine.ts'
import { arrange, north, signIn } from './people.ts'

it('[program-keys.md#requests] makes 120 requests in a minute, and a colleague’s key goes on', async () => {
  const { db } = await signIn('ana@north.test')
  const newKey = async (name: string): Promise<string> => {
    const [{ secret }] = await arrange(db.rpc('make_program_key', { agency: north, name, scope: 'read' }))
    return secret
  }
  const [busy, other] = [await newKey('Busy'), await newKey('Other')]
  const ask = (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    return fetch(`${engine.url}/functions/v1/for-programs/clients?limit=1`, { headers })
  }
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask(busy)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await ask(busy)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await ask(other)).status).toBe(200)
})
