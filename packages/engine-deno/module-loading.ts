import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Start } from 'engine/feature'
import { javascript } from './compile-typescript.ts'
import { runtimeNames } from './deno-global.ts'
import { type DenoJson, denoJsonOf } from './import-map.ts'
import { remedyFor } from './missing-package-advice.ts'
import { mapped, packagesOf } from './specifiers.ts'

const NAMES = 'edge-functions.deno'

/**
 * Lets modules written for the hosted runtime load on Node: its specifiers, import maps, TypeScript and JSX, files as
 * text or bytes, and names such as `Deno`, which are declared at the top of modules that use them instead of being
 * globals (engine/docs/wire/functions.md#sources). Applies only to files in the folder of the functions.
 */
export function loadForDeno({ functionsDir, functions }: Start): void {
  const folder = `${pathToFileURL(functionsDir).href}/`
  const modules = new FunctionModules(functions, functionsDir)
  Object.defineProperty(globalThis, Symbol.for(NAMES), { value: runtimeNames })
  // Stack traces show the lines of the source files.
  process.setSourceMapsEnabled(true)
  const isFunctionFile = (url: string | undefined): url is string =>
    url?.startsWith(folder) === true && !url.includes('/node_modules/')

  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL, importAttributes } = context
      if (!isFunctionFile(parentURL)) return nextResolve(specifier, context)
      const wanted = modules.asWritten(specifier, parentURL)
      const known = replacementFor(wanted)
      if (known !== undefined) return { url: known, format: 'module', shortCircuit: true }
      const found = find(wanted, (name) => nextResolve(name, context))
      if (!found) throw new Error(missing(fileURLToPath(parentURL), specifier, wanted))
      if (!isFunctionFile(found.url)) return found
      const as = importAttributes.type
      if (as !== 'text' && as !== 'bytes') return found
      const url = new URL(found.url)
      url.searchParams.set('as', as)
      return { url: url.href, format: 'module', importAttributes: {}, shortCircuit: true }
    },
    load(url, context, nextLoad) {
      if (!isFunctionFile(url)) return nextLoad(url, context)
      const file = fileURLToPath(url)
      const as = new URL(url).searchParams.get('as')
      if (as !== null) return asModule(embedded(readFileSync(file), as))
      if (!/\.m?[jt]sx?$/.test(file)) return nextLoad(url, context)
      const source = withNames(readFileSync(file, 'utf8'), modules.isMain(url))
      return asModule(
        /\.m?js$/.test(file) ? source : javascript(file, source, modules.settingsOf(url)?.compilerOptions),
      )
    },
  })
}

const asModule = (source: string) => ({ format: 'module', source, shortCircuit: true })

/**
 * Resolves and loads modules. A module's address says which function it belongs to
 * (engine/functions/thread/isolate-modules.ts).
 */
class FunctionModules {
  readonly #functions: ReadonlyMap<string, Start['functions'][number]>
  readonly #top: string
  readonly #settings = new Map<string, DenoJson | undefined>()

  constructor(functions: Start['functions'], top: string) {
    this.#functions = new Map(functions.map((fn) => [fn.name, fn]))
    this.#top = top
  }

  /** Resolves a specifier by the function's import map; a relative target refers to the folder of that map. */
  asWritten(specifier: string, parentUrl: string): string {
    const settings = this.settingsOf(parentUrl)
    const target = settings && mapped(specifier, settings.imports)
    if (!settings || target === undefined) return specifier
    return target.startsWith('.') ? pathToFileURL(resolve(settings.dir, target)).href : target
  }

  settingsOf(url: string): DenoJson | undefined {
    const fn = this.#functionOf(url)
    if (fn && !this.#settings.has(fn.name)) {
      this.#settings.set(fn.name, denoJsonOf(fn.entrypoint, fn.importMap, this.#top))
    }
    return fn && this.#settings.get(fn.name)
  }

  isMain(url: string): boolean {
    return this.#functionOf(url)?.entrypoint === fileURLToPath(url)
  }

  #functionOf(url: string) {
    return this.#functions.get(new URL(url).searchParams.get('function') ?? '')
  }
}

/**
 * The replacement for a specifier without an npm package: types, features that the runtime has anyway, and the server
 * module that `Deno.serve` replaced.
 */
function replacementFor(specifier: string): string | undefined {
  const isNothing =
    /^jsr:@supabase\/functions-js(@[^/]*)?\/edge-runtime\.d\.ts$/.test(specifier) ||
    /^https:\/\/esm\.sh\/(v\d+\/)?@supabase\/functions-js(@[^/]*)?\/src\/edge-runtime\.d\.ts$/.test(specifier) ||
    // The polyfill of `XMLHttpRequest` for libraries older than `fetch`.
    /^https:\/\/deno\.land\/x\/xhr(@[^/]*)?\/mod\.ts$/.test(specifier)
  if (isNothing) return dataUrl('')
  if (/^https:\/\/deno\.land\/std(@[^/]*)?\/http\/server\.ts$/.test(specifier)) {
    return dataUrl(`export const serve = (handler) => globalThis[Symbol.for('${NAMES}')].Deno.serve(handler)`)
  }
  return undefined
}

const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`

/** Resolves a package; undefined where it is not installed. Nothing is downloaded. */
function find<T>(wanted: string, next: (name: string) => T): T | undefined {
  const isElsewhere = /^(https?|npm|jsr):/.test(wanted)
  for (const name of packagesOf(wanted) ?? (isElsewhere ? [] : [wanted])) {
    try {
      return next(name)
    } catch (error) {
      if (!isMissing(error) || /^[./]|^file:/.test(wanted)) throw error
    }
  }
  return undefined
}

const isMissing = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_ESM_URL_SCHEME', 'MODULE_NOT_FOUND'].includes(String(error.code))

function missing(file: string, specifier: string, wanted: string): string {
  const mapping = wanted === specifier ? '' : ` (by its import map: ${wanted})`
  return `${file} imports ${specifier}${mapping}, which is not here, and nothing is fetched; ${remedyFor(wanted, specifier)}`
}

/** The source of a module that exports a file's content as its default export. */
function embedded(content: Buffer, as: string): string {
  if (as === 'text') return `export default ${JSON.stringify(content.toString())}`
  return `export default Uint8Array.from(atob('${content.toString('base64')}'), (character) => character.charCodeAt(0))`
}

/** Declares `Deno` and related names on the first line of a module, so that the line numbers of errors stay right. */
function withNames(source: string, isMain: boolean): string {
  const names = Object.keys(runtimeNames).filter((name) => new RegExp(`(?<![.\\w'"])${name}\\b`).test(source))
  const first = names.length === 0 ? '' : `const { ${names.join(', ')} } = globalThis[Symbol.for('${NAMES}')]; `
  const main = isMain && source.includes('import.meta.main') ? 'import.meta.main = true; ' : ''
  return first + main + withAttributes(source)
}

/** Replaces the older keyword `assert` of import attributes by `with`, the only one that Node knows. */
const withAttributes = (source: string) => source.replace(/(\bfrom\s*(['"])[^'"\n]+\2\s*)assert(\s*\{)/g, '$1with$3')
