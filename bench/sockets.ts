/** A socket that has been let in, and what it hears from then on. */
export type Admitted = { socket: WebSocket; say(frame: unknown): void; onFrame?: (frame: string) => void }

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
  enter(
    `${webSocket(server)}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`,
    ['1', '1', `realtime:${topic}`, 'phx_join', { config: { broadcast: { self: true } }, access_token: token }],
    (frame) => frame.includes('"phx_reply"') && frame.includes('"status":"ok"'),
  )

const webSocket = (server: string) => server.replace(/^http/, 'ws')
