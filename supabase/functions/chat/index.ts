import { addressOf, upgrade, waitUntil } from '../_shared/runtime.ts'
import { chatServer } from './chat-server.ts'
import { ChatSocket } from './chat-socket.ts'

/**
 * The team chat over a WebSocket (docs/specification/messages.md#socket). The first frame authenticates, since browsers
 * cannot send headers.
 */
export default {
  fetch(request: Request): Response {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') {
      return Response.json({ error: 'The chat is a WebSocket.' }, { status: 426 })
    }
    const server = chatServer()
    const goOn = server.unauthenticatedSockets.admit(addressOf(request))
    if (!goOn) return Response.json({ error: 'Too many connections that nobody has signed in by.' }, { status: 429 })
    try {
      const { socket, response } = upgrade(request)
      // Hosted Supabase may retire the worker once the request is answered, so the chat registers its work.
      waitUntil(new ChatSocket(socket, server, goOn).done)
      return response
    } catch (error) {
      goOn() // a request that only looks like that of a WebSocket
      throw error
    }
  },
}
