import { host } from '../_shared/host.ts'

const encoder = new TextEncoder()

/** Lets the newest event stream send its next event. */
let goOn = () => {}

/** One answer of every kind, by path. */
const answers: Record<string, (request: Request) => unknown> = {
  json: () => Response.json({ hello: 'Ana' }),
  text: () => new Response('Hello Ana'),
  bytes: () => new Response(new Uint8Array([1, 2, 255]), { headers: { 'content-type': 'application/octet-stream' } }),
  nothing: () => new Response(null, { status: 204 }),
  events: () => eventStream(),
  'go-on': () => {
    goOn()
    return new Response('so it does')
  },
  refused: () => Response.json({ error: 'No tea here' }, { status: 418 }),
  unavailable: () => new Response('later', { status: 503 }),
  'relay-error': () => Response.json({ fine: true }, { headers: { 'x-relay-error': 'true', 'content-length': '1' } }),
  cookies: () =>
    new Response('ok', {
      headers: [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    }),
  throws: () => {
    throw new Error('this reason stays in the log')
  },
  'throws-later': () => {
    setTimeout(() => {
      throw new Error('nobody is there to catch this')
    })
    return new Response('fine so far')
  },
  'not-a-response': () => 'Hello',
  fetched: () => fetch(`${host.env('SUPABASE_URL')}/functions/v1/open`),
  environment: (request) => {
    const names = new URL(request.url).searchParams.getAll('name')
    return Response.json(Object.fromEntries(names.map((name) => [name, host.env(name) ?? null])))
  },
  unread: () => new Response('I did not read that'),
  'partly-read': async (request) => {
    await request.body?.getReader().read()
    return new Response('I read the beginning')
  },
  never: () => new Promise(() => {}),
}

export default {
  fetch(request: Request): unknown {
    const [, , name = ''] = new URL(request.url).pathname.split('/')
    return answers[name]?.(request) ?? new Response('no such answer', { status: 404 })
  },
}

/** A stream that sends its headers at once, and an event for each call of `go-on`. */
function eventStream(): Response {
  const next = () =>
    new Promise<void>((resolve) => {
      goOn = resolve
    })
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const event of [1, 2]) {
        await next()
        controller.enqueue(encoder.encode(`data: ${event}\n\n`))
      }
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
