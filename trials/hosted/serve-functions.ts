/**
 * Serves functions at /NAME like hosted Supabase, with its globals. Run by Deno as `serve-functions.ts PORT FOLDER
 * NAME…`. SIGTERM ends it like a worker of the platform whose time is over.
 */
declare function dispatchEvent(event: Event): boolean
declare const Deno: {
  args: string[]
  exit(): never
  addSignalListener(signal: 'SIGTERM', listener: () => void): void
  serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request) => Response | Promise<Response>,
  ): unknown
}
type Served = { default: { fetch(request: Request): Response | Promise<Response> } }

const [port, folder, ...names] = Deno.args
const GRACE_MS = 1_000

Reflect.set(globalThis, 'EdgeRuntime', {
  waitUntil(work: Promise<unknown>) {
    work.catch((error) => console.error(error))
  },
})
const functions = new Map(
  await Promise.all(
    names.map(async (name): Promise<[string, Served]> => [name, await import(`${folder}/${name}/index.ts`)]),
  ),
)

Deno.addSignalListener('SIGTERM', () => {
  dispatchEvent(new Event('beforeunload'))
  setTimeout(() => Deno.exit(), GRACE_MS)
})
Deno.serve(
  { port: Number(port), hostname: '127.0.0.1', onListen: () => console.log('The functions are served.') },
  (request) => {
    const [, name = ''] = new URL(request.url).pathname.split('/')
    return functions.get(name)?.default.fetch(request) ?? new Response('Function not found', { status: 404 })
  },
)
