import { describe, expect, it } from 'vitest'
import { ownProcess } from '../../testing/engine-per-file.ts'

const engine = await ownProcess('rest-settings')

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${engine.url}/rest/v1${path}`, {
    headers: { apikey: await engine.anonKey(), ...headers },
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

describe('the settings of PostgREST', () => {
  it('come from the environment, before those of config.toml, and are named once if they have no effect', async () => {
    const { ended, child } = engine.run({
      LOG_LEVEL: 'warn',
      PGRST_DB_CONFIG: 'false', // Without what the project itself says in its database.
      PGRST_DB_POOL: '10',
      PGRST_DB_URI: 'postgres://',
      PGRST_DB_SCHEMAS: 'archive, public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_MAX_ROWS: '2',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_TX_END: 'rollback',
      PGRST_APP_SETTINGS_GREETING: 'hello',
      PGRST_DB_ROOT_SPEC: 'oldest_film',
      PGRST_DB_PRE_REQUEST: 'public.before_each',
      PGRST_DB_TIMEZONE_ENABLED: 'false',
      PGRST_SERVER_TIMING_ENABLED: 'true',
      PGRST_SERVER_TRACE_HEADER: 'X-Request-Id',
    })
    const isUp = () =>
      fetch(`${engine.url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
    expect((await get('/?select=year', { 'accept-profile': 'public' })).body).toBe('{"year":1920}')
    expect((await get('/films?select=reel')).body).toBe('[{"reel":"A-113"}]')
    const inPublic = { 'accept-profile': 'public' }
    expect(JSON.parse((await get('/films?select=id', inPublic)).body)).toHaveLength(2)
    expect((await get('/films?select=count()', inPublic)).body).toBe('[{"count":5}]')
    expect((await get('/rpc/request_setting?name=app.settings.greeting', inPublic)).body).toBe('"hello"')
    expect((await get('/rpc/request_setting?name=search_path', inPublic)).body).toContain('extensions')
    expect((await get('/films', inPublic)).headers.get('x-before')).toBe('/films')
    expect(await get('/films', { ...inPublic, 'x-block': 'yes' })).toMatchObject({
      status: 403,
      body: expect.stringContaining('blocked'),
    })
    const { headers } = await get('/films', { ...inPublic, prefer: 'tx=commit' })
    expect(headers.get('preference-applied')).toBe(null) // the caller has no say in it
    expect(headers.get('server-timing')).toMatch(
      /^parse;dur=[\d.]+, plan;dur=[\d.]+, transaction;dur=[\d.]+, response;dur=[\d.]+$/,
    )
    const inTokyo = { ...inPublic, prefer: 'timezone=Asia/Tokyo', 'x-request-id': 'seven' }
    const { body: zone, headers: told } = await get('/rpc/request_setting?name=timezone', inTokyo)
    expect(zone).not.toBe('"Asia/Tokyo"')
    expect([told.get('preference-applied'), told.get('x-request-id')]).toEqual([null, 'seven'])
    for (const path of ['/', '/nothing', '/films?id=wrong', '/rpc/say']) {
      expect((await get(path, { 'x-request-id': 'eight' })).headers.get('x-request-id')).toBe('eight')
    }
    const options = await fetch(`${engine.url}/rest/v1/films`, {
      method: 'OPTIONS',
      headers: { apikey: await engine.anonKey(), 'x-request-id': 'nine' },
    })
    expect(options.headers.get('x-request-id')).toBe('nine')
    child.kill('SIGTERM')
    expect((await ended).words.match(/have no effect here: PGRST_DB_POOL, PGRST_DB_URI\./g)).toHaveLength(1)
  }, 120_000)
})
