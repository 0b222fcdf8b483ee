import { type Chat, introduce } from './chat-client.ts'
import { identities } from './identities.ts'
import { type Caller, callers } from './rights.ts'
import type { Installation, Person } from './test-accounts.ts'

/** Callers whose messages reach a caller, their own included; undefined if the chat refuses the caller. */
export function audibleCallers(caller: Caller): readonly Caller[] | undefined {
  const room = roomOf(caller)
  if (room === undefined) return undefined
  return callersIn(room).filter((other) => Object(identities[other]).isActive)
}

/** Lets every caller join the chat and send one message, and returns whose messages each of them received. */
export async function tryChat(
  people: ReadonlyMap<Caller, Person>,
  installation: Installation,
  signal?: AbortSignal,
): Promise<Map<Caller, Caller[] | undefined>> {
  const inside = new Map<Caller, Chat>()
  const outside: Caller[] = []
  try {
    for (const [caller, { token }] of people) {
      const chat = await introduce(token, installation, signal)
      await until(() => chat.heard.length > 0, chat.closed)
      signal?.throwIfAborted()
      if (chat.of('auth_success').length > 0) inside.set(caller, chat)
      else outside.push(caller)
    }
    const words = new Map([...inside.keys()].map((caller) => [caller, crypto.randomUUID()]))
    for (const [caller, chat] of inside) {
      const answers = () =>
        chat.of('error').length + said(chat).filter((content) => content === words.get(caller)).length
      chat.send({ type: 'message', content: words.get(caller), messageType: 'text', metadata: { clientId: caller } })
      await until(() => answers() > 0, chat.closed)
    }
    const found = new Map<Caller, Caller[] | undefined>(outside.map((caller) => [caller, undefined]))
    for (const [caller, chat] of inside) {
      const heard = () => [...words].filter(([, content]) => said(chat).includes(content)).map(([other]) => other)
      // The test waits for missing messages; surplus ones would have come before the last answer.
      const expected = audibleCallers(caller)?.filter((other) => people.has(other)) ?? []
      await until(() => expected.every((other) => heard().includes(other)), chat.closed)
      found.set(caller, heard())
    }
    return found
  } finally {
    for (const chat of inside.values()) chat.close()
    await Promise.all([...inside.values()].map((chat) => chat.closed))
  }
}

const said = (chat: Chat) => chat.of('new_message').map(({ message }) => Object(message).content)

const roomOf = (caller: Caller) => Object(identities[caller]).worksFor

const callersIn = (room: string) => callers.filter((caller) => roomOf(caller) === room)

/** Polls until the condition holds, the socket is closed, or the time is over. */
async function until(isSo: () => boolean, closed: Promise<unknown>) {
  let isOver = false
  closed.finally(() => {
    isOver = true
  })
  const end = Date.now() + PATIENCE_MS
  while (!isSo() && !isOver && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
}

const PATIENCE_MS = 15_000
const EVERY_MS = 20
