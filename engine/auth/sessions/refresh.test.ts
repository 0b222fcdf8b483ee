import { beforeEach, describe, expect, it } from 'vitest'
import { createTestBed } from '../testing/test-bed.ts'

const bed = await createTestBed()
const service = await bed.service()
let people = 0
let email = ''

beforeEach(async () => {
  email = `ana-${people++}@north.test`
  await service.confirmed(email)
})

const signIn = async () => (await service.signIn(email)).body

/** Moves all times of these tokens into the past. */
const age = (token: string, interval: string) =>
  bed.sql(
    `update auth.refresh_tokens set updated_at = updated_at - $2::interval
      where session_id = (select session_id from auth.refresh_tokens where token = $1)`,
    [token, interval],
  )

const alreadyUsed = {
  status: 400,
  body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
}

describe('an old refresh token', () => {
  it('that was exchanged long ago ends the refreshing of the whole session', async () => {
    const session = await signIn()
    const { body: second } = await service.refresh(session.refresh_token)
    const { body: third } = await service.refresh(second.refresh_token)
    await age(session.refresh_token, '11 seconds')
    expect(await service.refresh(session.refresh_token)).toMatchObject(alreadyUsed)
    // Even the active token is refused: it may be the thief's or the owner's.
    for (const { refresh_token } of [third, second]) {
      expect(await service.refresh(refresh_token)).toMatchObject(alreadyUsed)
    }
    for (const token of [session.access_token, third.access_token]) {
      expect(await service.call('GET', '/user', { token })).toMatchObject({
        status: 403,
        body: { code: 'session_not_found' },
      })
    }
  })

  it('leaves the person’s other sessions alone', async () => {
    const [stolen, other] = [await signIn(), await signIn()]
    const { body: second } = await service.refresh(stolen.refresh_token)
    await service.refresh(second.refresh_token)
    await age(stolen.refresh_token, '11 seconds')
    expect(await service.refresh(stolen.refresh_token)).toMatchObject(alreadyUsed)
    expect((await service.refresh(other.refresh_token)).status).toBe(200)
  })

  it('that is the parent of the one in use is good for ever', async () => {
    const session = await signIn()
    const { body: second } = await service.refresh(session.refresh_token)
    await age(session.refresh_token, '7 days')
    const healed = await service.refresh(session.refresh_token)
    expect(healed).toMatchObject({ status: 200, body: { refresh_token: second.refresh_token } })
    const chain = await bed.sql(
      'select from auth.refresh_tokens where session_id = (select session_id from auth.refresh_tokens where token = $1)',
      [session.refresh_token],
    )
    expect(chain).toHaveLength(2)
  })

  it('keeps the time of its first exchange, however often it is reused', async () => {
    const session = await signIn()
    const { body: second } = await service.refresh(session.refresh_token)
    await service.refresh(second.refresh_token)
    await age(session.refresh_token, '6 seconds')
    expect((await service.refresh(session.refresh_token)).status).toBe(200)
    const { body: fourth } = await service.refresh(session.refresh_token)
    await service.refresh(fourth.refresh_token)
    await age(session.refresh_token, '6 seconds')
    expect(await service.refresh(session.refresh_token)).toMatchObject(alreadyUsed)
  })

  it('fails alone where the project switched rotation off', async () => {
    const lenient = await bed.service({ toml: '[auth]\nenable_refresh_token_rotation = false' })
    const session = await signIn()
    const { body: second } = await lenient.refresh(session.refresh_token)
    const { body: third } = await lenient.refresh(second.refresh_token)
    await age(session.refresh_token, '11 seconds')
    expect(await lenient.refresh(session.refresh_token)).toMatchObject(alreadyUsed)
    expect((await lenient.refresh(third.refresh_token)).status).toBe(200)
  })

  it('without a session is refused', async () => {
    await bed.sql(
      `insert into auth.refresh_tokens (token, revoked, updated_at) values ('orphan${people}orphan', false, now())`,
    )
    expect(await service.refresh(`orphan${people}orphan`)).toMatchObject({
      status: 400,
      body: { code: 'session_not_found', message: 'Invalid Refresh Token: No Valid Session Found' },
    })
  })
})

describe('a session', () => {
  const older = (userId: string, interval: string) =>
    bed.sql(
      `update auth.sessions set created_at = created_at - $2::interval, refreshed_at = refreshed_at - $2::interval
        where user_id = $1`,
      [userId, interval],
    )
  const expired = (why = '') => ({
    status: 400,
    body: { code: 'session_expired', message: `Invalid Refresh Token: Session Expired${why}` },
  })

  it('ends with its time box', async () => {
    const boxed = await bed.service({ toml: '[auth.sessions]\ntimebox = "8h"' })
    const session = await signIn()
    await older(session.user.id, '7 hours')
    const { body: second, status } = await boxed.refresh(session.refresh_token)
    expect(status).toBe(200)
    await older(session.user.id, '2 hours')
    expect(await boxed.refresh(second.refresh_token)).toMatchObject(expired())
  })

  it('ends when nobody used it for too long', async () => {
    const strict = await bed.service({ toml: '[auth.sessions]\ninactivity_timeout = "1h"' })
    const session = await signIn()
    const { body: second } = await strict.refresh(session.refresh_token)
    await older(session.user.id, '61 minutes')
    expect(await strict.refresh(second.refresh_token)).toMatchObject(expired(' (Inactivity)'))
  })

  it('ends for every endpoint at its last moment', async () => {
    const session = await signIn()
    await bed.sql(`update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`, [
      session.user.id,
    ])
    expect((await service.call('GET', '/user', { token: session.access_token })).body.code).toBe('session_not_found')
    expect(await service.refresh(session.refresh_token)).toMatchObject(expired())
  })

  it('tells its amr in the second it was opened in', async () => {
    const session = await signIn()
    const { body } = await service.refresh(session.refresh_token)
    const amrOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).amr
    expect(amrOf(body.access_token)).toEqual(amrOf(session.access_token))
  })
})
