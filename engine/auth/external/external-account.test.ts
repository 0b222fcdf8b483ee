import { describe, expect, it } from 'vitest'
import { withUserCreation } from '../accounts/user-creation.ts'
import type { ServiceOptions } from '../testing/test-bed.ts'
import { createTestBed } from '../testing/test-bed.ts'
import { type Admission, findOrCreateAccount } from './external-account.ts'
import { externalPerson, type ProviderEmail } from './external-person.ts'

const bed = await createTestBed()

const autoconfirm = { toml: '[auth.email]\nenable_confirmations = false' }
const verified = (address: string): ProviderEmail => ({ address, verified: true, primary: true })
const unverified = (address: string): ProviderEmail => ({ address, verified: false, primary: true })

/** A user returns from a provider to a service with these settings. */
async function arrive(
  options: ServiceOptions,
  emails: ProviderEmail[],
  { emailOptional = false, subject = 'one' } = {},
) {
  const { scope } = await bed.service(options)
  const person = externalPerson({ issuer: 'https://provider.test', subject, emails, profile: { name: 'Ana' } })
  const visitor = { ip: null, userAgent: '' }
  return withUserCreation(scope, visitor, (tx) =>
    findOrCreateAccount(scope, tx, {
      provider: 'okta',
      person,
      emailOptional,
      redirectTo: 'http://localhost:3000',
      visitor,
    }),
  )
}

const userOf = (admission: Admission) => ('user' in admission ? admission.user : expect.fail(admission.refusal.message))

describe('where addresses need no confirmation', () => {
  it('somebody new comes in with an unverified one', async () => {
    const user = userOf(await arrive(autoconfirm, [unverified('ana@auto.test')], { subject: 'auto-ana' }))
    expect(user).toMatchObject({ email: 'ana@auto.test', email_confirmed_at: expect.any(String) })
  })

  it('an unverified one still leads to nobody else’s account', async () => {
    const { body } = await (await bed.service(autoconfirm)).signUp('ben@auto.test')
    const thief = await arrive(autoconfirm, [unverified('ben@auto.test')], { subject: 'auto-thief' })
    expect(thief).toMatchObject({ refusal: { code: 'provider_email_needs_verification' } })
    const [{ count } = { count: 0 }] = await bed.sql<{ count: string }>(
      'select count(*) from auth.identities where user_id = $1',
      [body.user.id],
    )
    expect(Number(count)).toBe(1)
  })
})

it('lets nobody new in where sign-ups are off, and those who were here before', async () => {
  const known = userOf(await arrive({}, [verified('cleo@off.test')], { subject: 'off-cleo' }))
  const off = { toml: '[auth]\nenable_signup = false' }
  await expect(arrive(off, [verified('new@off.test')], { subject: 'off-new' })).rejects.toMatchObject({
    code: 'signup_disabled',
  })
  expect(userOf(await arrive(off, [verified('cleo@off.test')], { subject: 'off-cleo' })).id).toBe(known.id)
})

it('does not guess between two accounts', async () => {
  await arrive({}, [verified('one@two.test')], { subject: 'two-one' })
  await arrive({}, [verified('other@two.test')], { subject: 'two-other' })
  const both = [verified('one@two.test'), { ...verified('other@two.test'), primary: false }]
  await expect(arrive({}, both, { subject: 'two-both' })).rejects.toMatchObject({ status: 500 })
})

describe('somebody without an address', () => {
  it('comes in where the project allows it, and gets one once the provider has verified it', async () => {
    const options = { emailOptional: true, subject: 'bare' }
    const user = userOf(await arrive({}, [], options))
    expect(user).toMatchObject({ email: null, is_anonymous: false })
    expect(userOf(await arrive({}, [unverified('bare@none.test')], options))).toMatchObject({
      id: user.id,
      email: null,
    })
    expect(userOf(await arrive({}, [verified('bare@none.test')], options))).toMatchObject({
      id: user.id,
      email: 'bare@none.test',
      email_confirmed_at: expect.any(String),
    })
  })

  it('does not where it does not', async () => {
    await expect(arrive({}, [], { subject: 'nobody' })).rejects.toThrow(
      'Error getting user email from external provider',
    )
  })
})

it('fails as a whole when the project’s own trigger refuses', async () => {
  await bed.script(`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'not you'; end $$;
    create trigger refuse after insert on auth.users for each row when (new.email = 'refused@trigger.test')
      execute function public.refuse()`)
  await expect(arrive({}, [verified('refused@trigger.test')], { subject: 'refused' })).rejects.toThrow(
    'Database error saving new user',
  )
})

it('links nothing by hand unless the project wants it', async () => {
  const service = await bed.service()
  await service.confirmed('fred@manual.test')
  const { access_token: token } = (await service.signIn('fred@manual.test')).body
  const refusal = { status: 404, body: { code: 'manual_linking_disabled', message: 'Manual linking is disabled' } }
  expect(await service.call('GET', '/user/identities/authorize?provider=google', { token })).toMatchObject(refusal)
  expect(await service.call('DELETE', `/user/identities/${crypto.randomUUID()}`, { token })).toMatchObject(refusal)
})
