import { AsyncLocalStorage } from 'node:async_hooks'
import type { EdgeHandler, LayerHost } from 'engine/feature'
import { files } from './deno-files.ts'
import { thread } from './layer-host.ts'

/** The async context in which `Deno.serve` stores the handler of the function that is starting. */
const starting = new AsyncLocalStorage<{ handler?: EdgeHandler }>()

/** Imports a function's module, and passes on the handler that it gave to `Deno.serve`, if any. */
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

// The remote address that `Deno.serve` passes to a handler, constant as on the hosted runtime; the caller's address is
// in `x-forwarded-for`.
const info = { remoteAddr: { transport: 'tcp', hostname: '0.0.0.0', port: 9999 } }

function serve(...args: unknown[]) {
  const options = args.find((arg): arg is ServeOptions => typeof arg === 'object' && arg !== null)
  const handler = [...args, options?.handler].find(
    (arg): arg is (request: Request, info: object) => unknown => typeof arg === 'function',
  )
  const slot = starting.getStore()
  if (!handler) throw new TypeError('Deno.serve needs a handler.')
  if (!slot) throw new Error('Deno.serve must be called while a function starts.')
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

const env = Object.freeze({
  get: (name: string) => thread.variables()[name],
  has: (name: string) => name in thread.variables(),
  set(name: string, value: string) {
    Reflect.set(thread.variables(), name, String(value))
  },
  delete(name: string) {
    Reflect.deleteProperty(thread.variables(), name)
  },
  toObject: () => ({ ...thread.variables() }),
})

const upgrade: LayerHost['upgrade'] = (request, options) => thread.upgrade(request, options)

/** The target of the event `beforeunload`, which is fired when the thread ends. */
export const ending = new EventTarget()

/**
 * The parts of `Deno` and related globals that functions of the hosted runtime use. They are not set globally, since
 * libraries would take this process for Deno; `module-loading.ts` declares them in the modules of functions.
 */
export const runtimeNames = {
  Deno: Object.freeze({ serve, env, upgradeWebSocket: upgrade, ...files }),
  EdgeRuntime: Object.freeze({ waitUntil: (work: unknown) => thread.waitUntil(work) }),
  addEventListener: ending.addEventListener.bind(ending),
  removeEventListener: ending.removeEventListener.bind(ending),
}
