import { pathToFileURL } from 'node:url'
import type { EdgeHandler, Layer } from './runtime-layer.ts'

// Node caches a module that failed to load, so every retry keeps another copy in memory: at most one a second.
const BOOT_RETRY_MS = 1000

/**
 * The handler that a function's module registers with a layer, else its `fetch` export; imported at the first call.
 * Rejects where the module fails to load.
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
  // The query separates the modules of functions that share a thread: each has its own copy of those in `_shared`.
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

/** The `fetch` of the default export as an own property: the hosted runtime ignores the method of a class too. */
function ownFetch(main: unknown): EdgeHandler | undefined {
  if (typeof main !== 'object' || main === null || !Object.hasOwn(main, 'fetch')) return undefined
  const fetch: unknown = Reflect.get(main, 'fetch')
  return typeof fetch === 'function' ? (request) => fetch.call(main, request) : undefined
}
