import { expect, it } from 'vitest'
import { createTestBed } from '../testing/test-bed.ts'

const bed = await createTestBed()
const toml = '[auth.audit_log]\nfailed_sign_ins = true'

const failures = (email: string) =>
  bed.sql<{ method: string }>(
    `select payload #>> '{traits,method}' as method from auth.audit_log_entries log
     join auth.users on users.id::text = payload ->> 'actor_id'
     where payload ->> 'action' = 'login_failed' and users.email = $1`,
    [email],
  )

const fail = async (service: Awaited<ReturnType<typeof bed.service>>, email: string, times: number) => {
  for (let tries = 0; tries < times; tries++) {
    const answer = await service.call('POST', '/token?grant_type=password', { body: { email, password: 'wrong' } })
    expect(answer.body.code).toBe('invalid_credentials')
  }
}

it('keeps who could not sign in, beside those who could', async () => {
  const service = await bed.service({ toml })
  await service.confirmed('ana@north.test')
  await fail(service, 'ana@north.test', 2)
  await fail(service, 'nobody@north.test', 1)
  await service.signIn('ana@north.test')
  await expect.poll(() => failures('ana@north.test')).toEqual([{ method: 'password' }, { method: 'password' }])
})

it('keeps twenty of one account in an hour', async () => {
  const service = await bed.service({ toml })
  await service.confirmed('ben@north.test')
  await fail(service, 'ben@north.test', 22)
  await service.scope.close()
  expect(await failures('ben@north.test')).toHaveLength(20)
})

it('keeps none where nobody asked for it', async () => {
  const service = await bed.service()
  await service.confirmed('cleo@north.test')
  await fail(service, 'cleo@north.test', 1)
  await service.scope.close()
  expect(await failures('cleo@north.test')).toEqual([])
})
