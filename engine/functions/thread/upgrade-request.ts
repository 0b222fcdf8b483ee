import { FunctionSocket } from './function-socket.ts'

export type SocketUpgrade = { socket: FunctionSocket; response: Response }

const sockets = new WeakMap<Response, FunctionSocket>()

/** The socket of an upgrade response; undefined for any other response. */
export const socketOf = (response: Response): FunctionSocket | undefined => sockets.get(response)

/** Works like `Deno.upgradeWebSocket`; throws a TypeError for a request that is no WebSocket request. */
export function upgradeRequest(request: Request, { protocol }: { protocol?: string } = {}): SocketUpgrade {
  if (!isUpgrade(request.headers)) throw new TypeError('The request is not a WebSocket request.')
  if (protocol !== undefined && !list(request.headers.get('sec-websocket-protocol')).includes(protocol)) {
    throw new TypeError(`The protocol ${protocol} is not among those the client offers.`)
  }
  const socket = new FunctionSocket(protocol ?? '')
  // A placeholder, because Node cannot construct a Response with status 101.
  const response = new Response(null)
  Object.defineProperty(response, 'status', { value: 101 })
  sockets.set(response, socket)
  return { socket, response }
}

const isUpgrade = (headers: Headers) =>
  list(headers.get('upgrade')?.toLowerCase()).includes('websocket') &&
  list(headers.get('connection')?.toLowerCase()).includes('upgrade') &&
  headers.has('sec-websocket-key')

const list = (header: string | null | undefined) => (header ?? '').split(',').map((item) => item.trim())
