import { afterAll, afterEach, expect } from 'vitest'
import { type Chat, closeAll, introduce, tokenOf } from './chat-client.ts'
import { arrange, newPerson, north, type Person, removePeople, service, signIn } from './people.ts'

// Each test file creates its own people: with a shared process, hooks of a module apply only to the file that loads it
// first.
export const [ivo, lea, cleo] = await Promise.all([
  newPerson('Ivo', { agencyId: north, roles: ['agency_staff'] }),
  newPerson('Lea', { agencyId: north, roles: ['agency_staff'] }),
  signIn('cleo@south.test'),
])
const passersBy: Person[] = []
/** Ids of everybody who was in a room. */
const ids = new Set<string>()
export const open: Chat[] = []

afterEach(async () => {
  await closeAll(open)
  // The presence of earlier people is removed, since they would be in the room of the next test.
  const presence = service.from('user_presence')
  await expect.poll(() => arrange(presence.select('user_id').in('user_id', [...ids]))).toEqual([])
})
afterAll(async () => {
  await arrange(service.from('chat_messages').delete().in('sender_id', [ivo.id, lea.id]))
  await removePeople(ivo, lea, ...passersBy)
})

export async function enter(person: Person): Promise<Chat> {
  const chat = await introduce(await tokenOf(person))
  open.push(chat)
  ids.add(person.id)
  await expect.poll(() => chat.heard[0]).toMatchObject({ type: 'auth_success' })
  return chat
}

/** Creates a person for one test, who is removed at the end of all tests unless the test does so. */
export async function passerBy(name: string, options: { agencyId?: string; roles?: string[] } = {}, stays = true) {
  const person = await newPerson(name, options)
  if (stays) passersBy.push(person)
  return person
}

export const moveTo = ({ id }: Person, agencyId: string | null) =>
  arrange(service.from('user_profiles').update({ agency_id: agencyId }).eq('id', id))
export const presenceOf = ({ id }: Person) =>
  arrange(service.from('user_presence').select('is_online, is_typing').eq('user_id', id))
export const say = (chat: Chat, content: string, clientId: string = crypto.randomUUID()) =>
  chat.send({ type: 'message', content, messageType: 'text', metadata: { clientId } })
export const said = (chat: Chat) => chat.of('new_message').map(({ message }) => Object(message).content)
export const refusals = (chat: Chat) => chat.of('error').map(({ message }) => message)

export async function expectRefused(chat: Chat) {
  await expect(chat.closed).resolves.toEqual({ code: 4403 })
  expect(chat.heard).toEqual([{ type: 'error', message: expect.any(String) }])
}
