import { describe, expect, it } from 'vitest'
import { deleteOutdatedRows } from './delete-outdated-rows.ts'
import { createTestBed } from './testing/test-bed.ts'

const bed = await createTestBed()

const count = async (table: string) => {
  const [row] = await bed.sql<{ n: number }>(`select count(*)::int as n from auth.${table}`)
  return row?.n
}

describe('what has had its time is removed', () => {
  it('sessions that nobody used for a year, where nothing else ends them', async () => {
    const service = await bed.service({ toml: '' })
    await service.confirmed('ana@north.test')
    await service.signIn('ana@north.test')
    const [old, young] = await bed.sql<{ id: string }>('select id from auth.sessions order by created_at')
    const used = (id: string | undefined, days: number) =>
      bed.sql(
        `update auth.sessions set refreshed_at = (now() at time zone 'utc') - make_interval(days => $2) where id = $1`,
        [...[id, days]],
      )
    await used(old?.id, 370)
    await used(young?.id, 350)
    await deleteOutdatedRows(service.scope)
    expect(await bed.sql('select id from auth.sessions')).toEqual([{ id: young?.id }])
  })

  it('sessions past their limits, with what belongs to them, and never those that still refresh', async () => {
    const toml = '[auth.sessions]\ntimebox = "24h"\ninactivity_timeout = "8h"'
    const service = await bed.service({ toml })
    await service.confirmed('ana@north.test')
    for (let i = 0; i < 3; i++) await service.signIn('ana@north.test')
    const sessions = await bed.sql<{ id: string }>('select id from auth.sessions order by created_at')
    const [confirmed, boxed, idle, alive] = sessions.map(({ id }) => id)
    const set = (id: string | undefined, change: string) =>
      bed.sql(`update auth.sessions set ${change} where id = $1`, [id])
    await set(confirmed, `not_after = now() - interval '73 hours'`)
    await set(boxed, `created_at = now() - interval '97 hours', refreshed_at = now() at time zone 'utc'`)
    await set(idle, `refreshed_at = (now() at time zone 'utc') - interval '81 hours'`)
    await set(alive, `refreshed_at = (now() at time zone 'utc') - interval '79 hours'`)
    await deleteOutdatedRows(service.scope)
    expect(await bed.sql('select id from auth.sessions')).toEqual([{ id: alive }])
    expect(await count('refresh_tokens')).toBe(1)
  })

  it('revoked tokens, except the one that a client may still come back with', async () => {
    const service = await bed.service()
    await service.confirmed('ben@north.test')
    const { body: first } = await service.signIn('ben@north.test')
    const { body: second } = await service.refresh(first.refresh_token)
    await service.refresh(second.refresh_token)
    await bed.sql(`update auth.refresh_tokens set updated_at = now() - interval '25 hours'`)
    await deleteOutdatedRows(service.scope)
    expect((await service.refresh(first.refresh_token)).body.code).toBe('refresh_token_not_found')
    expect((await service.refresh(second.refresh_token)).status).toBe(200)
  })

  it('links, flows and challenges that nobody followed', async () => {
    const service = await bed.service()
    await service.confirmed('cleo@north.test')
    const { body: session } = await service.signIn('cleo@north.test')
    const token = session.access_token
    const { body: factor } = await service.call('POST', '/factors', { token, body: { factor_type: 'totp' } })
    const tables = ['one_time_tokens', 'flow_state', 'mfa_challenges']
    const ask = async () => {
      const body = { email: 'cleo@north.test', code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
      await service.call('POST', '/recover', { body })
      await service.call('POST', `/factors/${factor.id}/challenge`, { token })
    }
    await ask()
    for (const table of tables) await bed.sql(`update auth.${table} set created_at = created_at - interval '49 hours'`)
    await deleteOutdatedRows(service.scope)
    for (const table of tables) expect(await count(table)).toBe(0)
    await ask()
    await deleteOutdatedRows(service.scope)
    for (const table of tables) expect(await count(table)).toBe(1)
  })

  it('batch by batch', async () => {
    const service = await bed.service()
    await bed.sql(`insert into auth.flow_state (id, provider_type, authentication_method, created_at)
      select gen_random_uuid(), 'email', 'recovery', now() - interval '49 hours' from generate_series(1, 1201)`)
    await deleteOutdatedRows(service.scope)
    expect(await bed.sql(`select from auth.flow_state where created_at < now() - interval '48 hours'`)).toHaveLength(0)
  })
})
