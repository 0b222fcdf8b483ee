import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A subscriber: the access token, and the filter on changes of projects. */
export type Listener = { token: string; filter: string }

/** A received change: its number, taken from the project's name, and the time. */
export type ReceivedChange = { listener: number; change: number; at: number }

export interface Listeners extends Disposable {
  /** Calls back for every change that is received from now on. */
  onHeard(hear: (heard: ReceivedChange) => void): void
}

const CONCURRENT_JOINS = 20
const HEARTBEAT_MS = 25_000
const CHANGE = /"name":"change (\d+)"/

/**
 * Opens a socket for each subscriber, which joins a channel and listens to changes, with as little client code as
 * possible.
 */
export async function openListeners(url: string, apikey: string, listeners: readonly Listener[]): Promise<Listeners> {
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${apikey}`
  const sockets: WebSocket[] = []
  let hear: (heard: ReceivedChange) => void = () => undefined
  const waiting = listeners.map((listener, index) => ({ listener, index }))
  const openInTurn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { listener, index } = next
      sockets.push(await openListener(address, listener, (change, at) => hear({ listener: index, change, at })))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_JOINS }, openInTurn))
  let beating = 0
  // Heartbeats are sent one after the other, like those of many people, and not all at the same moment.
  const heartbeats = setInterval(() => {
    sockets[beating++ % sockets.length]?.send(JSON.stringify([null, 'beat', 'phoenix', 'heartbeat', {}]))
  }, HEARTBEAT_MS / listeners.length)
  return {
    onHeard(to) {
      hear = to
    },
    [Symbol.dispose]() {
      clearInterval(heartbeats)
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function openListener(address: string, { token, filter }: Listener, hear: (change: number, at: number) => void) {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  await once(socket, 'open')
  const following = Promise.withResolvers<void>()
  socket.on('close', (code) => following.reject(new Error(`A socket was closed with ${code}.`)))
  socket.on('message', (data) => {
    const at = performance.now()
    const text = String(data)
    const change = CHANGE.exec(text)?.[1]
    if (change !== undefined) hear(Number(change), at)
    else if (text.includes('Subscribed to PostgreSQL')) following.resolve()
    else if (/phx_error|phx_close|"error"/.test(text)) following.reject(new Error(text))
  })
  const wish = { event: '*', schema: 'public', table: 'projects', filter }
  const payload = { config: { postgres_changes: [wish] }, access_token: token }
  socket.send(JSON.stringify(['1', '1', 'realtime:projects', 'phx_join', payload]))
  await following.promise
  return socket
}
