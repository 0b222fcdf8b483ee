import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { enginePerFile } from '../testing/engine-per-file.ts'
import { keysOf } from '../testing/engine-process.ts'
import { freshDatabase } from '../testing/fresh-database.ts'

const { url, start, anonKey, dataDir } = await enginePerFile('other', { begunWith: null })
const server = process.env.TEST_POSTGRES_URL
const others = join(import.meta.dirname, '../sample-projects')

/** The engine with sample-projects/allotments, a project written without this engine in mind, on a new database. */
async function open() {
  await start(
    {
      PROJECT_DIR: join(others, 'allotments'),
      SITE_DIR: others,
      DATABASE_URL: server ? await freshDatabase(server) : '',
    },
    '--seed',
  )
  const key = await anonKey()
  const client = () => createClient(url, key, { auth: { persistSession: false } })
  const rosa = client()
  const { error } = await rosa.auth.signInWithPassword({ email: 'rosa@allotments.test', password: 'password123' })
  expect(error).toBeNull()
  return { client, rosa }
}

// The test starts a server, which takes time on a busy machine.

it('runs somebody else’s project as it is: people of its seed, policies, triggers, files, functions', async () => {
  const { client, rosa } = await open()
  const visitor = client()

  // Policies, enumerations, defaults of an extension.
  expect((await visitor.from('harvests').select()).data).toEqual([])
  expect((await rosa.from('harvests').select('crop, grams, plots(number)')).data).toEqual([
    { crop: 'beans', grams: 1200, plots: { number: 1 } },
  ])
  const written = await rosa.from('harvests').insert({ plot_id: 1, crop: 'roses', grams: 300 }).select('id').single()
  expect(written.data?.id).toMatch(/^[0-9a-f-]{36}$/)
  expect((await rosa.from('harvests').insert({ plot_id: 2, crop: 'roses', grams: 300 })).error?.code).toBe('42501')
  expect((await rosa.rpc('total_grams', { plot_number: 1 })).data).toBe(1500)

  // Changes of a table that a migration published, for callers who may see the row.
  const seen: unknown[] = []
  const changes = { event: 'INSERT', schema: 'public', table: 'harvests' } as const
  const channel = rosa.channel('harvests').on('postgres_changes', changes, (change) => seen.push(change.new.grams))
  const told: string[] = []
  channel.on('system', {}, ({ message }) => told.push(message)).subscribe()
  // Changes are sent only from then on, as on the hosted service.
  await expect.poll(() => told).toContain('Subscribed to PostgreSQL')
  await rosa.from('harvests').insert({ plot_id: 1, crop: 'potatoes', grams: 50 }).throwOnError()
  await expect.poll(() => seen).toEqual([50])
  await rosa.removeAllChannels()

  // A trigger on auth.users, on sign-up without confirmation.
  const newcomer = client()
  const options = { data: { username: 'wilma' } }
  const signedUp = await newcomer.auth.signUp({ email: 'wilma@allotments.test', password: 'a good one', options })
  expect(signedUp.data.session).not.toBeNull()
  const id = signedUp.data.user?.id
  expect((await newcomer.from('profiles').select('username').eq('id', id).single()).data).toEqual({ username: 'wilma' })

  // Links are opened on this server, and lead to the site that config.toml names, which is elsewhere.
  const { serviceRoleKey } = await keysOf(dataDir)
  const { admin } = createClient(url, serviceRoleKey, { auth: { persistSession: false } }).auth
  const links = await Promise.all([
    admin.generateLink({ type: 'recovery', email: 'wilma@allotments.test' }),
    admin.generateLink({
      type: 'invite',
      email: 'guest@allotments.test',
      options: { redirectTo: 'https://evil.test' },
    }),
  ])
  for (const { data } of links) {
    const opened = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' })
    expect(opened.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:3000#access_token=/)
  }

  // A public bucket that a migration made.
  const avatar = new Blob(['<svg/>'], { type: 'image/svg+xml' })
  expect((await newcomer.storage.from('avatars').upload(`${id}/face.svg`, avatar)).error).toBeNull()
  expect((await newcomer.storage.from('avatars').upload('somebody-else/face.svg', avatar)).error).not.toBeNull()
  const { publicUrl } = visitor.storage.from('avatars').getPublicUrl(`${id}/face.svg`).data
  expect(await (await fetch(publicUrl)).text()).toBe('<svg/>')

  // A bucket that config.toml made and filled; images are returned unchanged where transformations are off.
  const maps = visitor.storage.from('maps')
  const map = await fetch(maps.getPublicUrl('2024/plots.svg', { transform: { width: 10 } }).data.publicUrl)
  expect([map.headers.get('content-type'), await map.text()]).toEqual([
    'image/svg+xml',
    expect.stringContaining('<svg'),
  ])
  const dot = await fetch(maps.getPublicUrl('dot.png', { transform: { width: 1, format: 'origin' } }).data.publicUrl)
  expect([dot.headers.get('content-type'), dot.headers.get('x-transformations')]).toEqual(['image/png', null])

  // Functions of the hosted runtime: Deno.serve, secrets, import maps, jsr:, npm:, std, enumerations, files, sockets.
  const greeting = await rosa.functions.invoke('greet', { body: { name: 'Rosa' } })
  expect(greeting.data).toEqual({ message: 'Hello Rosa, it is spring!' })
  expect((await rosa.functions.invoke('plots')).data.harvests).toHaveLength(3)
  expect((await visitor.functions.invoke('plots')).data).toEqual({ harvests: [] })
  expect((await rosa.functions.invoke('weigh', { body: { grams: 1500 } })).data).toBe('Weight: 1.5 kg')
  expect(await saidAtTheGate('Good morning')).toBe('You said: Good morning')
})

async function saidAtTheGate(words: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/gate`)
  const { promise: answer, resolve, reject } = Promise.withResolvers<string>()
  socket.on('open', () => socket.send(words))
  socket.on('message', (data) => resolve(String(data)))
  socket.on('error', reject)
  return answer.finally(() => socket.close())
}
