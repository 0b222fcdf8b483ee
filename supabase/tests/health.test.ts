import { expect, it } from 'vitest'
import { engine } from './engine.ts'
import { signIn } from './people.ts'

async function healthFor(token?: string): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(`${engine.url}/health`, { headers })
  expect(answer.status).toBe(200)
  return Object(await answer.json())
}

async function tokenOf(email: string): Promise<string> {
  const { data } = await (await signIn(email)).db.auth.getSession()
  return data.session?.access_token ?? ''
}

it('tells how the server is in detail to super admins, and to everybody else which part fails', async () => {
  expect(await healthFor(await tokenOf('sol@mainstreet.test'))).toHaveProperty('parts.mails.waiting')
  expect(await healthFor(engine.serviceRoleKey)).toHaveProperty('parts.mails.waiting')
  const others = ['ana@north.test', 'abe@north.test', 'uma@north.test'].map(tokenOf)
  for (const token of [undefined, engine.anonKey, ...(await Promise.all(others))]) {
    expect(Object.keys(await healthFor(token))).toEqual(['status', 'failing'])
  }
})
