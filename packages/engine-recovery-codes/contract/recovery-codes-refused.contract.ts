import { call, codeOf, signedInPerson, signIn, twoStepPerson } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { codesOf, none, personWithCodes, remaining, told, wrong } from './recovery-code-people.ts'

describe('recovery codes are refused', () => {
  it('when they are wrong, empty, or somebody else’s', async () => {
    const { first, client: theirs } = await personWithCodes('ana')
    const { client } = await personWithCodes('ben')
    for (const code of [first, 'k4m9x7qp2ab8ht3z']) {
      expect((await codesOf(client).verify({ code })).error).toMatchObject(wrong)
    }
    expect((await codesOf(client).verify({ code: ' - ' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Code needs to be non-empty',
    })
    expect(await remaining(theirs)).toBe(10)
  })

  it('to whoever has none, in the words of a wrong one', async () => {
    const { client } = await twoStepPerson('cleo')
    expect((await codesOf(client).verify({ code: 'k4m9x7qp2ab8ht3z' })).error).toMatchObject(wrong)
    expect((await codesOf(client).regenerate()).error).toMatchObject(none)
    expect((await codesOf(client).unenroll()).error).toMatchObject(none)
  })

  it('to the password alone, which is told only how many there are', async () => {
    const { email } = await personWithCodes('dora')
    const { client } = await signIn(email)
    for (const [method, word] of [
      ['generate', 'generate'],
      ['regenerate', 'regenerate'],
      ['unenroll', 'delete'],
    ] as const) {
      expect((await codesOf(client)[method]()).error).toMatchObject({
        status: 403,
        code: 'insufficient_aal',
        message: `AAL2 required to ${word} recovery codes`,
      })
    }
    expect(await remaining(client)).toBe(10)
  })

  it('to who has set up nothing that they could stand in for', async () => {
    const { client } = await signedInPerson('eva')
    expect((await codesOf(client).generate()).error?.code).toBe('insufficient_aal')
  })

  it('after five wrong ones, the right one included, while the app goes on working', async () => {
    const { email, first, factorId, secret } = await personWithCodes('fred')
    const { client } = await signIn(email)
    for (let i = 0; i < 5; i++) {
      expect((await codesOf(client).verify({ code: 'aaaaaaaaaaaaaaaa' })).error).toMatchObject(wrong)
    }
    expect((await codesOf(client).verify({ code: first })).error).toMatchObject({
      status: 429,
      code: 'mfa_recovery_codes_locked',
      message: 'Too many failed verification attempts, try again later',
    })
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    const fresh = told(await codesOf(client).regenerate())
    expect((await codesOf(client).verify({ code: fresh.first })).error).toBeNull()
  })

  it('not before: a right one takes back the wrong ones ahead of it', async () => {
    const { client, first, second } = await personWithCodes('gus')
    for (const code of [...Array(4).fill('aaaaaaaaaaaaaaaa'), first, 'aaaaaaaaaaaaaaaa']) {
      await codesOf(client).verify({ code })
    }
    expect((await codesOf(client).verify({ code: second })).error).toBeNull()
  })

  it('without signing in', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/verify'],
      ['POST', '/regenerate'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(method, `/factors/recovery-codes${path}`)).body.code).toBe('no_authorization')
    }
  })
})
