import type { Person } from './test-accounts.ts'

export type Frame = Record<string, unknown>

/** A chat socket and the frames that it has received. */
export type Chat = {
  heard: Frame[]
  send(frame: unknown): void
  sendText(text: string): void
  /** Returns the received frames of one type. */
  of(type: string): Frame[]
  close(): void
  closed: Promise<{ code: number }>
}

export const tokenOf = async ({ db }: Person) => {
  const { data } = await db.auth.getSession()
  if (!data.session) throw new Error('Nobody is signed in.')
  return data.session.access_token
}

/** Opens a chat socket and sends nothing. */
export async function connect({ url }: { url: string }, signal?: AbortSignal): Promise<Chat> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/functions/v1/chat`)
  const heard: Frame[] = []
  const closed = Promise.withResolvers<{ code: number }>()
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
  socket.addEventListener('close', ({ code }) => closed.resolve({ code }))
  signal?.addEventListener('abort', () => socket.close(), { once: true })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return {
    heard,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendText: (text) => socket.send(text),
    of: (type) => heard.filter((frame) => frame.type === type),
    close: () => socket.close(),
    closed: closed.promise,
  }
}

/** Opens a socket and authenticates with a token. */
export async function introduce(token: string, server: { url: string }, signal?: AbortSignal): Promise<Chat> {
  const chat = await connect(server, signal)
  chat.send({ type: 'auth', token, roomId: 'general' })
  return chat
}
