import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Deno, EdgeRuntime } from './deno.ts'
import { importMapOf } from './import-map.ts'
import { mapped, packageOf } from './specifiers.ts'

/**
 * Lets modules written for the hosted runtime load on Node: the specifiers it knows, import maps, TypeScript that is
 * more than types, and the names `Deno` and `EdgeRuntime`, which are put before the modules that say them and are no
 * globals (docs/wire/functions.md#sources). Only for files in the given folder; harmless to call again.
 */
export function loadForDeno(functionsDir: string): void {
  folders.add(`${pathToFileURL(functionsDir).href}/`)
  if (Object.hasOwn(globalThis, NAMES)) return
  Object.defineProperty(globalThis, NAMES, { value: { Deno, EdgeRuntime } })
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!isFunctionFile(context.parentURL)) return nextResolve(specifier, context)
      const wanted = asWritten(specifier, context.parentURL)
      const known = stand(wanted)
      if (known !== undefined) return { url: known, format: 'module', shortCircuit: true }
      try {
        return nextResolve(packageOf(wanted) ?? wanted, context)
      } catch (error) {
        if (!isMissing(error) || /^[./]|^file:/.test(wanted)) throw error
        return fromTheEngine(packageOf(wanted) ?? wanted, specifier, context.parentURL, nextResolve)
      }
    },
    load(url, context, nextLoad) {
      if (!isFunctionFile(url) || !/\.m?[jt]s(\?|$)/.test(url)) return nextLoad(url, context)
      const format = /\.m?ts(\?|$)/.test(url) ? 'module-typescript' : 'module'
      const loaded = nextLoad(url, { ...context, format })
      return { ...loaded, source: withNames(erasable(String(loaded.source), format)) }
    },
  })
}

const NAMES = Symbol.for('edge-functions.deno')
const folders = new Set<string>()

const isFunctionFile = (url: string | undefined): url is string =>
  url !== undefined && !url.includes('/node_modules/') && [...folders].some((folder) => url.startsWith(folder))

/** A specifier after the import map; one that leads to a file starts at the folder of that map. */
function asWritten(specifier: string, parentUrl: string): string {
  const map = importMapOf(dirname(fileURLToPath(parentUrl)), isFunctionFolder)
  const target = map && mapped(specifier, map.imports)
  if (!map || target === undefined) return specifier
  return target.startsWith('.') ? pathToFileURL(resolve(map.dir, target)).href : target
}

const isFunctionFolder = (dir: string) => isFunctionFile(`${pathToFileURL(dir).href}/`)

/** Modules with nothing behind them on npm: the types of the runtime, and the server that `Deno.serve` came after. */
function stand(specifier: string): string | undefined {
  if (/^jsr:@supabase\/functions-js(@[^/]*)?\/edge-runtime\.d\.ts$/.test(specifier)) return asModule('')
  if (/^https:\/\/deno\.land\/std(@[^/]*)?\/http\/server\.ts$/.test(specifier)) {
    return asModule(
      `export const serve = (handler) => globalThis[Symbol.for('edge-functions.deno')].Deno.serve(handler)`,
    )
  }
  return undefined
}

const asModule = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`

const isMissing = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_ESM_URL_SCHEME', 'MODULE_NOT_FOUND'].includes(String(error.code))

/** What a project has not installed may still be here: supabase-js above all. Nothing is fetched from anywhere. */
function fromTheEngine<T>(
  name: string,
  specifier: string,
  parentUrl: string,
  next: (name: string, context: object) => T,
): T {
  try {
    return next(name, { parentURL: import.meta.url })
  } catch {
    const file = fileURLToPath(parentUrl)
    const isPackage = /^(@[\w.-]+\/)?[\w.-]+(\/|$)/.test(name)
    const cure = isPackage ? `install it beside the project: npm install ${name}` : 'copy it into the project'
    throw new Error(`${file} imports ${specifier}, which is not here; ${cure}.`)
  }
}

// Enums, namespaces and parameter properties make code; Node itself only takes types away.
const moreThanTypes = /\b(enum|namespace)\s+\w+\s*\{|\bconstructor\s*\([^)]*\b(public|private|protected|readonly)\s/

function erasable(source: string, format: string): string {
  return format === 'module-typescript' && moreThanTypes.test(source)
    ? stripTypeScriptTypes(source, { mode: 'transform' })
    : source
}

/** On the first line, so that the line numbers of errors stay right. */
function withNames(source: string): string {
  const names = ['Deno', 'EdgeRuntime'].filter((name) => new RegExp(`(?<![.\\w'"])${name}\\b`).test(source))
  return names.length === 0
    ? source
    : `const { ${names.join(', ')} } = globalThis[Symbol.for('edge-functions.deno')]; ${source}`
}
