import { host } from '../_shared/host.ts'

/** Echoes WebSocket messages; refuses a request for /refused. */
export default {
  fetch(request: Request): Response {
    const url = new URL(request.url)
    if (url.pathname.endsWith('/refused')) return Response.json({ error: 'Not you' }, { status: 403 })
    const protocol = url.searchParams.get('protocol')
    const { socket, response } = host.upgrade(request, protocol === null ? {} : { protocol })
    socket.addEventListener('open', () => socket.send(`hello from ${host.env('SUPABASE_FUNCTION_SLUG')}`))
    socket.onmessage = ({ data }) => {
      if (data === 'close') socket.close(4001, 'as you wish')
      else if (data === 'throw') throw new Error('a handler of a socket threw')
      else socket.send(data)
    }
    return response
  },
}
