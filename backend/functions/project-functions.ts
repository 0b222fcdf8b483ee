import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Project } from '../project.ts'
import { importServing } from './deno/deno.ts'
import { loadForDeno } from './deno/module-hooks.ts'

export type EdgeHandler = (request: Request) => unknown

export type EdgeFunction = {
  name: string
  verifyJwt: boolean
  /** What it gave to `Deno.serve`, else its `fetch`; imported at the first call. Rejects with the reason when the module does not load. */
  handler(): Promise<EdgeHandler>
}

// Names as the CLI allows them, so `_shared` is never a function.
const FUNCTION_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/
// Node remembers a module that failed, so a new attempt is a new copy in memory: at most one a second.
const BOOT_RETRY_MS = 1000

/** The functions of the project: every `functions/<name>/index.ts`, and what config.toml says of each. */
export async function projectFunctions(project: Project): Promise<Map<string, EdgeFunction>> {
  const settings = project.config.functions
  loadForDeno(join(project.dir, 'functions'))
  const names = new Set([...(await folderNames(join(project.dir, 'functions'))), ...Object.keys(settings)])
  const found = new Map<string, EdgeFunction>()
  for (const name of names) {
    const { enabled = true, verify_jwt = true, entrypoint = `./functions/${name}/index.ts` } = settings[name] ?? {}
    if (!enabled || !FUNCTION_NAME.test(name)) continue
    found.set(name, { name, verifyJwt: verify_jwt, handler: lazyHandler(resolve(project.dir, entrypoint)) })
  }
  return found
}

async function folderNames(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function lazyHandler(entrypoint: string): () => Promise<EdgeHandler> {
  let attempts = 0
  let handler: Promise<EdgeHandler> | undefined
  return () => {
    handler ??= importHandler(entrypoint, attempts++).catch((error) => {
      setTimeout(() => {
        handler = undefined
      }, BOOT_RETRY_MS).unref()
      throw error
    })
    return handler
  }
}

async function importHandler(entrypoint: string, attempt: number): Promise<EdgeHandler> {
  const url = pathToFileURL(entrypoint).href
  const { module, served } = await importServing<{ default?: unknown }>(
    () => import(attempt === 0 ? url : `${url}?attempt=${attempt}`),
  )
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
