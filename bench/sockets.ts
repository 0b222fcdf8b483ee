import { followed } from '../supabase/isolation/changes.ts'

/** A socket that has been let in, and what it hears from then on. */
export type Admitted = { socket: WebSocket; say(frame: unknown): void; onFrame?: (frame: string) => void }

/** As realtime-js does; who is silent for longer is taken for gone. */
const HEARTBEAT_MS = 25_000

/** Opens the socket, introduces itself with the first frame, and resolves when `isWelcome` knows an answer. */
export async function enter(url: string, first: unknown, isWelcome: (frame: string) => boolean): Promise<Admitted> {
  const socket = new WebSocket(url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const admitted: Admitted = { socket, say: (frame) => socket.send(JSON.stringify(frame)) }
  socket.addEventListener('open', () => admitted.say(first))
  socket.addEventListener('close', ({ code, reason }) => reject(new Error(`Closed with ${code} ${reason}.`)))
  socket.addEventListener('error', () => reject(new Error(`${url} did not open.`)))
  socket.addEventListener('message', ({ data }) => {
    const frame = String(data)
    if (isWelcome(frame)) resolve()
    admitted.onFrame?.(frame)
  })
  await promise
  return admitted
}

/** The team chat of the bearer's agency. */
export const enterChatRoom = (server: string, token: string) =>
  enter(`${webSocket(server)}/functions/v1/chat`, { type: 'auth', token, roomId: 'general' }, (frame) =>
    frame.includes('"auth_success"'),
  )

/** A public channel of Realtime, as realtime-js joins it; whoever sends hears it too. */
export const joinChannel = (server: string, anonKey: string, topic: string, token: string) =>
  join(server, anonKey, topic, { config: { broadcast: { self: true } }, access_token: token })

/** What web/portal/live/follow-changes.ts follows, as realtime-js asks for it. */
export const followTables = (server: string, anonKey: string, token: string) =>
  join(server, anonKey, 'changes', {
    config: { postgres_changes: followed.map((table) => ({ event: '*', schema: 'public', table })) },
    access_token: token,
  })

async function join(server: string, anonKey: string, topic: string, wishes: unknown): Promise<Admitted> {
  const joined = await enter(
    `${webSocket(server)}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`,
    ['1', '1', `realtime:${topic}`, 'phx_join', wishes],
    (frame) => frame.includes('"phx_reply"') && frame.includes('"status":"ok"'),
  )
  const heartbeat = setInterval(() => joined.say([null, '2', 'phoenix', 'heartbeat', {}]), HEARTBEAT_MS)
  joined.socket.addEventListener('close', () => clearInterval(heartbeat))
  return joined
}

/** What is said in the team chat. */
export const inChatRoom = (content: string) => ({ type: 'message', content, messageType: 'text', metadata: {} })

/** What is said in a channel that was joined as above. */
export const inChannel = (topic: string) => (text: string) => [
  '1',
  null,
  `realtime:${topic}`,
  'broadcast',
  { type: 'broadcast', event: 'said', payload: { text } },
]

const webSocket = (server: string) => server.replace(/^http/, 'ws')
