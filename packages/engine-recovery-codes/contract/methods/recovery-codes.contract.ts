import { claimsOf, answered as data, signIn, twoStepPerson } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

describe('recovery codes', () => {
  it('auth.mfa.recoveryCodes.generate, auth.mfa.recoveryCodes.verify', async () => {
    const { client, email } = await twoStepPerson('ana')
    const { codes, total } = data(await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'On paper' }))
    expect(codes).toHaveLength(total)
    const again = await signIn(email)
    const session = data(await again.client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' }))
    expect(claimsOf(session)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    })
  })

  it('auth.mfa.recoveryCodes.getStatus', async () => {
    const { client } = await twoStepPerson('ana')
    const { id, codes } = data(await client.auth.mfa.recoveryCodes.generate())
    data(await client.auth.mfa.recoveryCodes.verify({ code: codes[3] ?? '' }))
    const status = data(await client.auth.mfa.recoveryCodes.getStatus())
    expect(status).toEqual({ id, type: 'recovery_code', total: 10, remaining: 9 })
  })

  it('auth.mfa.recoveryCodes.regenerate', async () => {
    const { client } = await twoStepPerson('ana')
    const old = data(await client.auth.mfa.recoveryCodes.generate())
    const fresh = data(await client.auth.mfa.recoveryCodes.regenerate())
    expect(fresh).toMatchObject({ id: old.id, friendly_name: 'Recovery codes', total: 10 })
    expect(fresh.codes.filter((code) => old.codes.includes(code))).toEqual([])
  })

  it('auth.mfa.recoveryCodes.unenroll', async () => {
    const { client } = await twoStepPerson('ana')
    const { id } = data(await client.auth.mfa.recoveryCodes.generate())
    expect(data(await client.auth.mfa.recoveryCodes.unenroll())).toEqual({ id })
    expect(data(await client.auth.mfa.listFactors()).recovery_code).toEqual([])
  })
})
