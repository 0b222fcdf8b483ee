import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { freshDatabase, startEngine } from 'engine/testing/features'
import { afterAll, expect, it } from 'vitest'

const home = await mkdtemp(join(tmpdir(), 'extensions-at-work-'))
await mkdir(join(home, 'migrations'))
await writeFile(join(home, 'config.toml'), '')
afterAll(() => rm(home, { recursive: true, force: true }))

const pictures = createServer((_request, response) => void response.end('a picture')).listen(0, '127.0.0.1')
await once(pictures, 'listening')
afterAll(() => pictures.close())
const address = pictures.address()
const picturesUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const env = {
  ...{ DATA_DIR: join(home, 'data'), PROJECT_DIR: home, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
  PG_NET_PRIVATE_ADDRESSES: 'loopback',
  DATABASE_URL: process.env.TEST_POSTGRES_URL ? await freshDatabase(process.env.TEST_POSTGRES_URL) : '',
}
const start = (more: NodeJS.ProcessEnv = {}) => startEngine({ name: 'Engine', seed: true, env: { ...env, ...more } })

it('a seed asks another server, a job the project’s own by what the vault knows of it, and nobody reaches the schemas by the API', async () => {
  await writeFile(
    join(home, 'migrations', '1_jobs.sql'),
    `create extension if not exists pg_cron;
     create extension if not exists pg_net with schema extensions;
     select cron.schedule('ask', '1 second', $$
       select net.http_get(
         url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/config.json')
     $$);
     create function public.set_url(url text) returns void language sql security definer set search_path = '' as $$
       select vault.create_secret(url, 'project_url');
     $$;
     create function public.answers() returns setof json language sql security definer set search_path = '' as $$
       select json_build_object('status', status_code, 'error', error_msg, 'isPicture', content = 'a picture')
       from net._http_response
     $$;`,
  )
  const asks = `select net.http_get('${picturesUrl}')`
  await writeFile(join(home, 'seed.sql'), `create extension if not exists pg_net with schema extensions; ${asks};`)
  const engine = await start()
  try {
    const client = createClient(engine.ownUrl, engine.anonKey, { auth: { persistSession: false } })
    await client.rpc('set_url', { url: engine.ownUrl }).throwOnError()
    const answers = async () => (await client.rpc('answers')).data
    for (const isPicture of [true, false])
      await expect.poll(answers, { timeout: 20_000 }).toContainEqual({ status: 200, error: null, isPicture })
    for (const schema of ['cron', 'net', 'vault', 'supabase_functions']) {
      const { error } = await createClient(engine.ownUrl, engine.serviceRoleKey, { db: { schema } })
        .from('job')
        .select()
      expect(error?.code).toBe('PGRST106')
    }
  } finally {
    await engine.stop()
  }
})

it('a list of addresses that is none stops the start', async () => {
  await expect(start({ PG_NET_PRIVATE_ADDRESSES: 'the office' })).rejects.toThrow(
    'PG_NET_PRIVATE_ADDRESSES should be addresses or networks with commas between them, such as loopback, 10.0.0.0/8.',
  )
})
