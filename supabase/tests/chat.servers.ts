import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startAgencyServers } from '../../scripts/testing/agency-servers.ts'
import { type Chat, introduce } from './chat-client.ts'

const servers = await startAgencyServers()
afterAll(servers.stop)

const open: Chat[] = []
afterEach(async () => {
  for (const chat of open.splice(0)) {
    chat.close()
    await chat.closed
  }
})

type Server = { url: string }
const options = { auth: { persistSession: false, autoRefreshToken: false } }

async function signIn(email: string) {
  const db = createClient(servers.one.url, servers.anonKey, options)
  const { data, error } = await db.auth.signInWithPassword({ email, password: 'mainstreet' })
  if (error) throw error
  return { id: data.user.id, token: data.session.access_token, db }
}

async function enter({ token }: { token: string }, server: Server) {
  const chat = await introduce(token, server)
  open.push(chat)
  await expect.poll(() => chat.heard[0]).toMatchObject({ type: 'auth_success' })
  return chat
}

const anaAndBen = () => Promise.all([signIn('ana@north.test'), signIn('ben@north.test')])
const say = (chat: Chat, content: string) =>
  chat.send({ type: 'message', content, messageType: 'text', metadata: { clientId: crypto.randomUUID() } })
const said = (chat: Chat) => chat.of('new_message').map(({ message }) => Object(message).content)

it('[messages.md#socket] everybody in the room hears what is said, who types, who comes and goes, whichever server holds them', async () => {
  const [ana, ben] = await anaAndBen()
  const hers = await enter(ana, servers.one)
  const his = await enter(ben, servers.other)
  await expect.poll(() => hers.of('user_joined')).toEqual([{ type: 'user_joined', userId: ben.id }])
  say(hers, 'Good morning')
  for (const chat of [hers, his]) await expect.poll(() => said(chat)).toEqual(['Good morning'])
  his.send({ type: 'typing', isTyping: true })
  await expect.poll(() => hers.of('user_typing')).toEqual([{ type: 'user_typing', userId: ben.id, isTyping: true }])
  say(his, 'Good morning, Ana')
  for (const chat of [hers, his]) await expect.poll(() => said(chat)).toEqual(['Good morning', 'Good morning, Ana'])
  his.close()
  await expect.poll(() => hers.of('user_left')).toEqual([{ type: 'user_left', userId: ben.id }])
})

it('[messages.md#who-is-online] a server that is killed takes its people with it, whichever of the others finds out', async () => {
  const [ana, ben] = await anaAndBen()
  const killed = await servers.startAnother()
  const hers = await enter(ana, servers.one)
  await enter(await signIn('cleo@south.test'), servers.other)
  await enter(ben, killed)
  await expect.poll(() => hers.of('user_joined')).toHaveLength(1)
  await killed.end('SIGKILL')
  await expect.poll(() => hers.of('user_left'), { timeout: 45_000 }).toEqual([{ type: 'user_left', userId: ben.id }])
  const { data } = await ana.db.from('user_presence').select('user_id')
  expect(data).toEqual([{ user_id: ana.id }])
})

it('a server that is about to stop has nobody sent to it, serves whoever comes, and then tells them to come back', async () => {
  const ana = await signIn('ana@north.test')
  const leaving = await servers.startAnother({ DRAIN_SECONDS: '4' })
  const hers = await enter(ana, leaving)
  const ended = leaving.end('SIGTERM')
  await expect.poll(async () => (await fetch(`${leaving.url}/health`)).status).toBe(503)
  const heard = said(hers).length
  say(hers, 'One more thing')
  await expect.poll(() => said(hers).slice(heard)).toEqual(['One more thing'])
  expect((await fetch(`${leaving.url}/config.json`)).status).toBe(200)
  await expect(hers.closed).resolves.toEqual({ code: 1001 })
  await ended
})

it('[messages.md#connection] after Redis was away everybody is asked to come back and read what was said meanwhile', async () => {
  const [ana, ben] = await anaAndBen()
  const hers = await enter(ana, servers.one)
  const his = await enter(ben, servers.other)
  await servers.redis.kill()
  say(hers, 'Is anybody there?')
  await expect.poll(() => said(hers)).toEqual(['Is anybody there?'])
  await servers.redis.start()
  await expect(his.closed).resolves.toEqual({ code: 4503 })
  expect(said(his)).toEqual([])
  const { data } = await ben.db
    .from('chat_messages')
    .select('content')
    .order('created_at', { ascending: false })
    .limit(1)
  expect(data).toEqual([{ content: 'Is anybody there?' }])
})
