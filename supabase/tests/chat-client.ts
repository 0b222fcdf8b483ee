import * as chat from '../isolation/chat-client.ts'
import { engine } from './engine.ts'

export { type Chat, type Frame, tokenOf } from '../isolation/chat-client.ts'

type Server = { url: string }

export const connect = (server: Server = engine) => chat.connect(server)
export const introduce = (token: string, server: Server = engine) => chat.introduce(token, server)

/** Closes the sockets, and waits until all are closed. */
export async function closeAll(open: chat.Chat[]): Promise<void> {
  for (const one of open.splice(0)) {
    one.close()
    await one.closed
  }
}
