import { pathToFileURL } from 'node:url'
import type { EdgeHandler, Layer } from './layer.ts'

// Node remembers a module that failed, so a new attempt is a new copy in memory: at most one a second.
const BOOT_RETRY_MS = 1000

/**
 * What a function's module gave away to one of the layers, else its `fetch`; imported at the first call. Rejects with the reason
 * when the module does not load.
 */
export function lazyHandler(
  fn: { name: string; entrypoint: string },
  layers: readonly Layer[],
  onStarting: (is: boolean) => void = () => {},
): () => Promise<EdgeHandler> {
  let attempts = 0
  let handler: Promise<EdgeHandler> | undefined
  return () => {
    handler ??= start(attempts++).catch((error) => {
      setTimeout(() => {
        handler = undefined
      }, BOOT_RETRY_MS).unref()
      throw error
    })
    return handler
  }

  function start(attempt: number) {
    onStarting(true)
    return importHandler(fn, attempt, layers).finally(() => onStarting(false))
  }
}

async function importHandler(
  { name, entrypoint }: { name: string; entrypoint: string },
  attempt: number,
  layers: readonly Layer[],
): Promise<EdgeHandler> {
  const url = pathToFileURL(entrypoint)
  // Whose module it is: on a thread that functions share, each has those of `_shared` for itself.
  url.searchParams.set('function', name)
  if (attempt > 0) url.searchParams.set('attempt', String(attempt))
  let served: EdgeHandler | undefined
  const serve = (handler: EdgeHandler) => {
    served = handler
  }
  const load = layers.reduce<() => Promise<{ default?: unknown }>>(
    (next, layer) => () => layer.importing(next, serve),
    () => import(url.href),
  )
  const module = await load()
  const handler = served ?? ownFetch(module.default)
  if (!handler) {
    throw new Error(`${entrypoint} should say: export default { fetch(request) { … } }, or call Deno.serve.`)
  }
  return handler
}

/** An own property only: the hosted runtime does not see the method of a class either. */
function ownFetch(main: unknown): EdgeHandler | undefined {
  if (typeof main !== 'object' || main === null || !Object.hasOwn(main, 'fetch')) return undefined
  const fetch: unknown = Reflect.get(main, 'fetch')
  return typeof fetch === 'function' ? (request) => fetch.call(main, request) : undefined
}
