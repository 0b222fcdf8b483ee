import { describe, expect, it } from 'vitest'
import { claimsOf, signedInPerson } from '../auth/people.ts'
import { codeOf } from '../auth/two-step-people.ts'
import { data } from './answers.ts'

describe('second factors', () => {
  it('auth.mfa.enroll, auth.mfa.challenge, auth.mfa.verify, auth.mfa.listFactors, auth.mfa.getAuthenticatorAssuranceLevel, auth.mfa.unenroll', async () => {
    const { client } = await signedInPerson('ana')
    const { id: factorId, totp } = data(await client.auth.mfa.enroll({ factorType: 'totp' }))
    const { id: challengeId } = data(await client.auth.mfa.challenge({ factorId }))
    const code = codeOf(totp.secret)
    data(await client.auth.mfa.verify({ factorId, challengeId, code }))
    expect(data(await client.auth.mfa.listFactors()).totp).toMatchObject([{ id: factorId, status: 'verified' }])
    expect(data(await client.auth.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    data(await client.auth.mfa.unenroll({ factorId }))
    expect(data(await client.auth.mfa.listFactors()).all).toEqual([])
  })

  it('auth.mfa.challengeAndVerify', async () => {
    const { client } = await signedInPerson('ana')
    const { id: factorId, totp } = data(await client.auth.mfa.enroll({ factorType: 'totp' }))
    const code = codeOf(totp.secret)
    expect(claimsOf(data(await client.auth.mfa.challengeAndVerify({ factorId, code }))).aal).toBe('aal2')
  })
})
