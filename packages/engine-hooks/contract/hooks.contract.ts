import { claimsOf, confirmedPerson, newAddress, service, signIn } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

/** Creates a confirmed user whose address belongs to a team of the project. */
async function memberOf(team: string) {
  const { email } = await confirmedPerson('member')
  const { error } = await service.from('teams').insert({ user_email: email, team })
  if (error) throw error
  return email
}

describe('a hook for access tokens', () => {
  it('adds what the project knows of the person, which the row policies see', async () => {
    const { client, session } = await signIn(await memberOf('Harbor'))
    expect(claimsOf(session)).toMatchObject({ team: 'Harbor by password', role: 'authenticated' })
    expect((await client.rpc('who')).data.claims).toMatchObject({ team: 'Harbor by password' })
    const { data } = await client.auth.refreshSession()
    expect(claimsOf(data.session ?? { access_token: '' }).team).toBe('Harbor by token_refresh')
  })

  it('may refuse, in its own words', async () => {
    await expect(signIn(await memberOf('locked out'))).rejects.toMatchObject({
      status: 403,
      message: 'Your team is locked out.',
    })
  })

  it('may take away nothing that a token needs', async () => {
    await expect(signIn(await memberOf('forgetful'))).rejects.toMatchObject({ status: 500 })
  })

  it('is nobody’s to call, nor are its tables to read', async () => {
    const { client } = await signIn(await memberOf('Harbor'))
    expect((await client.rpc('add_team', { event: {} })).error?.code).toBe('42501')
    expect((await client.from('teams').select()).error?.code).toBe('42501')
    expect((await client.from('teams').insert({ user_email: newAddress('x'), team: 'x' })).error?.code).toBe('42501')
  })
})
