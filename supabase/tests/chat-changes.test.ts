import { afterAll, afterEach, expect, it } from 'vitest'
import { type Chat, closeAll, introduce, tokenOf } from './chat-client.ts'
import { arrange, newPerson, north, type Person, removePeople, service, signIn } from './people.ts'

const [iris, leander, cleo] = await Promise.all([
  newPerson('Iris', { agencyId: north, roles: ['agency_staff'] }),
  newPerson('Leander', { agencyId: north, roles: ['agency_staff'] }),
  signIn('cleo@south.test'),
])
const open: Chat[] = []
afterEach(() => closeAll(open))
afterAll(async () => {
  await arrange(service.from('chat_messages').delete().in('sender_id', [iris.id, leander.id]))
  await removePeople(iris, leander)
})

async function enter(person: Person): Promise<Chat> {
  const chat = await introduce(await tokenOf(person))
  open.push(chat)
  await expect.poll(() => chat.heard[0]).toMatchObject({ type: 'auth_success' })
  return chat
}

const say = (chat: Chat, content: string, clientId: string = crypto.randomUUID()) =>
  chat.send({ type: 'message', content, messageType: 'text', metadata: { clientId } })
const said = (chat: Chat) => chat.of('new_message').map(({ message }) => Object(message).content)

const NOT_YOURS = 'Your own messages can be changed for ten minutes, and not any more once deleted.'
const GONE = { content: 'Message deleted', deleted_at: expect.any(String) }

async function sayAndFind(chat: Chat, content: string): Promise<string> {
  say(chat, content)
  await expect.poll(() => said(chat)).toContain(content)
  return idOf(chat, content)
}

const idOf = (chat: Chat, content: string): string =>
  Object(chat.of('new_message').find(({ message }) => Object(message).content === content)?.message).id

const stored = (id: string) =>
  arrange(service.from('chat_messages').select('content, metadata, edited_at, deleted_at').eq('id', id).single())

it('[messages.md#editing-and-deleting] what was edited is told to everybody in the room, and what it was then is kept nowhere', async () => {
  const [mine, hers] = [await enter(iris), await enter(leander)]
  const id = await sayAndFind(mine, 'The meeting is at nien')
  mine.send({ type: 'edit', messageId: id, content: ' The meeting is at nine ' })
  for (const chat of [mine, hers]) {
    await expect
      .poll(() => chat.of('message_changed').map(({ message }) => message))
      .toMatchObject([{ id, content: 'The meeting is at nine', edited_at: expect.any(String), deleted_at: null }])
  }
  expect(await stored(id)).toMatchObject({ content: 'The meeting is at nine', deleted_at: null })
})

it('[messages.md#editing-and-deleting] what was deleted keeps its place, and what it said is gone for good; sent again it stays so', async () => {
  const [mine, hers] = [await enter(iris), await enter(leander)]
  const clientId = crypto.randomUUID()
  say(mine, '@Leander the passphrase is mango', clientId)
  await expect.poll(() => said(mine)).toHaveLength(1)
  const id = idOf(mine, '@Leander the passphrase is mango')
  const notices = () => arrange(service.from('notices').select('user_id').eq('message_id', id))
  expect(await notices()).toEqual([{ user_id: leander.id }])
  mine.send({ type: 'delete', messageId: id })
  await expect.poll(() => hers.of('message_changed').map(({ message }) => message)).toMatchObject([{ id, ...GONE }])
  expect(await stored(id)).toMatchObject({ ...GONE, metadata: { clientId } })
  expect(await notices()).toEqual([])
  say(mine, '@Leander the passphrase is mango', clientId)
  await expect.poll(() => said(mine)).toEqual(['@Leander the passphrase is mango', 'Message deleted'])
  mine.send({ type: 'edit', messageId: id, content: 'Back again' })
  await expect
    .poll(() => mine.of('change_refused'))
    .toEqual([{ type: 'change_refused', messageId: id, message: NOT_YOURS }])
})

it('[messages.md#editing-and-deleting] neither a colleague’s, nor another agency’s, nor one’s own after ten minutes', async () => {
  const [mine, hers] = [await enter(iris), await enter(leander)]
  const id = await sayAndFind(mine, 'As I said')
  const said_at = new Date(Date.now() - 10 * 60_000).toISOString()
  const row = { agency_id: north, sender_id: leander.id, content: 'Long ago', created_at: said_at }
  const old = await arrange(service.from('chat_messages').insert(row).select('id').single())
  for (const messageId of [id, Object(old).id, crypto.randomUUID()]) {
    hers.send({ type: 'edit', messageId, content: 'Not at all' })
    hers.send({ type: 'delete', messageId })
  }
  await expect.poll(() => hers.of('change_refused').map(({ message }) => message)).toEqual(Array(6).fill(NOT_YOURS))
  const change = async ({ db }: Person) => (await db.rpc('delete_message', { message: id })).error?.code
  expect(await change(cleo)).toBe('PT404')
  expect(await stored(id)).toMatchObject({ content: 'As I said', edited_at: null })
  expect(mine.of('message_changed')).toEqual([])
  expect(hers.of('error')).toEqual([])
})

it('[messages.md#editing-and-deleting] cannot be edited into nothing, and nothing else of a message can be written', async () => {
  const mine = await enter(iris)
  const id = await sayAndFind(mine, 'Something')
  expect((await iris.db.rpc('edit_message', { message: id, words: ' \n ' })).error?.code).toBe('23514')
  const changed = await iris.db.from('chat_messages').update({ content: 'Else', deleted_at: null }).eq('id', id)
  expect(changed.error?.code).toBe('42501')
  expect((await iris.db.from('chat_messages').delete().eq('id', id)).error?.code).toBe('42501')
})

it('[messages.md#editing-and-deleting] whoever is mentioned by an edit is told, and nobody twice', async () => {
  const mine = await enter(iris)
  const id = await sayAndFind(mine, 'Who has time?')
  for (const words of ['Who has time? @Leander?', 'Who has time? @Leander, perhaps?']) {
    expect((await iris.db.rpc('edit_message', { message: id, words })).error).toBe(null)
  }
  expect(await arrange(service.from('notices').select('user_id').eq('message_id', id))).toEqual([
    { user_id: leander.id },
  ])
})

it('[messages.md#reading] tells until when somebody has read', async () => {
  expect((await leander.db.rpc('mark_messages_read')).error).toBe(null)
  const { data } = await leander.db.rpc('messages_read_until')
  expect(Date.parse(data ?? '')).toBeGreaterThan(Date.now() - 60_000)
})
