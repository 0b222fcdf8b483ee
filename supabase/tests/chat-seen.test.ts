import { afterAll, afterEach, expect, it } from 'vitest'
import { type Chat, closeAll, introduce, tokenOf } from './chat-client.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

const [here, elsewhere] = [crypto.randomUUID(), crypto.randomUUID()]
await arrange(
  service.from('agencies').insert([
    { id: here, name: 'Readers', email: 'hello@readers.test' },
    { id: elsewhere, name: 'Others', email: 'hello@others.test' },
  ]),
)
const staffOf = (agencyId: string) => ({ agencyId, roles: ['agency_staff'] })
const [rhea, sam, theo] = await Promise.all([
  newPerson('Rhea', staffOf(here)),
  newPerson('Sam', staffOf(here)),
  newPerson('Theo', staffOf(elsewhere)),
])
const open: Chat[] = []
afterEach(() => closeAll(open))
afterAll(async () => {
  await removePeople(rhea, sam, theo)
  await arrange(service.from('agencies').delete().in('id', [here, elsewhere]))
})

const say = ({ db }: Person) => arrange(db.from('chat_messages').insert({ content: 'Hello' }).select('number').single())
const read = async ({ db }: Person, last_seen?: number) =>
  expect((await db.rpc('mark_messages_read', { last_seen })).error).toBe(null)
const readsOf = async ({ db }: Person) => (await db.rpc('chat_reads').order('display_name')).data

it('[messages.md#seen] tells colleagues up to where somebody has read, which goes neither back nor beyond what is there', async () => {
  for (const person of [rhea, rhea, sam, theo]) await say(person)
  await read(sam, 2)
  const of = ({ id: user_id }: Person, display_name: string, up_to: number) => ({ user_id, display_name, up_to })
  expect(await readsOf(rhea)).toEqual([of(sam, 'Sam', 2)])
  await read(sam, 1)
  await read(rhea, 1000)
  expect(await readsOf(sam)).toEqual([of(rhea, 'Rhea', 3), of(sam, 'Sam', 2)])
  await read(sam)
  await read(theo)
  expect(await readsOf(rhea)).toEqual([of(rhea, 'Rhea', 3), of(sam, 'Sam', 3)])
  expect(await readsOf(theo)).toEqual([of(theo, 'Theo', 1)])
})

it('[messages.md#seen] is told by the chat to everybody in the room, and to nobody elsewhere', async () => {
  const enter = async (person: Person) => {
    const chat = await introduce(await tokenOf(person))
    open.push(chat)
    await expect.poll(() => chat.heard[0]).toMatchObject({ type: 'auth_success' })
    return chat
  }
  const [hers, his, theirs] = [await enter(rhea), await enter(sam), await enter(theo)]
  his.send({ type: 'seen', upTo: 3 })
  theirs.send({ type: 'seen', upTo: 1 })
  const told = ({ id: userId }: Person, upTo: number) => [{ type: 'seen', seen: [{ userId, upTo }] }]
  for (const chat of [hers, his]) await expect.poll(() => chat.of('seen')).toEqual(told(sam, 3))
  await expect.poll(() => theirs.of('seen')).toEqual(told(theo, 1))
})

it('[messages.md#seen] is forgotten by whoever comes to another agency, whose numbers are others', async () => {
  await arrange(service.from('user_profiles').update({ agency_id: elsewhere }).eq('id', sam.id))
  expect(await readsOf(theo)).toEqual([{ user_id: theo.id, display_name: 'Theo', up_to: 1 }])
})
