import { describe, expect, it } from 'vitest'
import { enginePerFile } from '../../testing/engine-per-file.ts'

const engine = await enginePerFile('rest-settings')

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
      PGRST_DB_POOL: '10',
      PGRST_DB_URI: 'postgres://',
      PGRST_DB_SCHEMAS: 'archive, public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_MAX_ROWS: '2',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_APP_SETTINGS_GREETING: 'hello',
      PGRST_DB_ROOT_SPEC: 'oldest_film',
      PGRST_DB_PRE_REQUEST: 'public.before_each',
      PGRST_DB_TIMEZONE_ENABLED: 'false',
    })
    const isUp = () =>
      fetch(`${engine.url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isUp, { timeout: 240_000 }).toBe(true)
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
    const inTokyo = { ...inPublic, prefer: 'timezone=Asia/Tokyo' }
    const { body: zone, headers: told } = await get('/rpc/request_setting?name=timezone', inTokyo)
    expect(zone).not.toBe('"Asia/Tokyo"')
    expect(told.get('preference-applied')).toBe(null)
    child.kill('SIGTERM')
    expect((await ended).words.match(/have no effect here: PGRST_DB_POOL, PGRST_DB_URI\./g)).toHaveLength(1)
  })
})
