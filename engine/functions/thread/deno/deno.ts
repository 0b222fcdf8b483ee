import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile } from 'node:fs/promises'
import { host } from '../host.ts'
import type { EdgeHandler } from '../layer.ts'
import { upgradeRequest } from '../upgrade.ts'

/** Where `Deno.serve` leaves the handler of the function that is starting. */
const starting = new AsyncLocalStorage<{ handler?: EdgeHandler }>()

/** Imports a function's module, and passes the handler on that it gave to `Deno.serve`, if it did. */
export async function importServing<T>(load: () => Promise<T>, serve: (handler: EdgeHandler) => void): Promise<T> {
  const slot: { handler?: EdgeHandler } = {}
  const module = await starting.run(slot, load)
  if (slot.handler) serve(slot.handler)
  return module
}

type ServeOptions = {
  handler?: unknown
  onListen?: (address: object) => void
  onError?: (error: unknown) => unknown
}

// Constant on the hosted runtime too; the caller's address is in `x-forwarded-for`.
const info = { remoteAddr: { transport: 'tcp', hostname: '0.0.0.0', port: 9999 } }

function serve(...args: unknown[]) {
  const options = args.find((arg): arg is ServeOptions => typeof arg === 'object' && arg !== null)
  const handler = [...args, options?.handler].find(
    (arg): arg is (request: Request, info: object) => unknown => typeof arg === 'function',
  )
  const slot = starting.getStore()
  if (!handler) throw new TypeError('Deno.serve needs a handler.')
  if (!slot) throw new Error('Deno.serve is for the time a function starts.')
  slot.handler = async (request) => {
    try {
      return await handler(request, info)
    } catch (error) {
      if (!options?.onError) throw error
      return options.onError(error)
    }
  }
  options?.onListen?.({ transport: 'tcp', hostname: '0.0.0.0', port: 9999 })
  return { finished: new Promise<void>(() => {}), shutdown: async () => {}, ref() {}, unref() {} }
}

/**
 * As much of `Deno` as functions of the hosted runtime use. It is never a global: libraries would take this process
 * for the real one. See `module-hooks.ts` for how a function gets it.
 */
export const Deno = Object.freeze({
  serve,
  env: Object.freeze({
    get: (name: string) => host.env(name),
    has: (name: string) => host.env(name) !== undefined,
  }),
  upgradeWebSocket: upgradeRequest,
  readFile: (path: string | URL) => readFile(path),
  readTextFile: (path: string | URL) => readFile(path, 'utf8'),
})

export const EdgeRuntime = Object.freeze({
  waitUntil: (work: Promise<unknown>) => host.waitUntil(work),
})
