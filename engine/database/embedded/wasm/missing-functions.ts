import { type Imports, type Instance, type Memory, webAssembly } from './web-assembly.ts'

type MainModule = { exports: Instance['exports']; memory: Memory }

/** The number of this level in PostgreSQL's `elog.h`. */
const ERROR = 21
const FEATURE_NOT_SUPPORTED = '0A000'

/**
 * Makes a call of a missing function an error of the statement. PGlite's module leaves out functions of PostgreSQL that
 * extension libraries import; Emscripten notices that only when one is called, and would crash PostgreSQL in the middle
 * of the statement.
 */
export function refuseMissingFunctions(main: MainModule) {
  const { Instance, instantiate } = webAssembly
  const linked = new Set(Object.keys(main.exports))
  webAssembly.Instance = new Proxy(Instance, {
    construct: (target, [module, imports]: [object, Imports]) => {
      link(module, linked)
      return new target(module, refusing(imports, main))
    },
  })
  webAssembly.instantiate = new Proxy(instantiate, {
    apply: (target, self, [source, imports]: [object, Imports]) =>
      Reflect.apply(target, self, [source, refusing(imports, main)]),
  })
}

/**
 * Links the functions whose address a library takes. They must exist when the library is loaded: Emscripten would
 * remember the missing one and refuse to load any library afterwards.
 */
function link(module: object, linked: Set<string>) {
  const own = webAssembly.Module.exports(module).map(({ name }) => name)
  const wanted = webAssembly.Module.imports(module).filter((one) => one.module.startsWith('GOT.'))
  const missing = wanted.find(({ name }) => !linked.has(name) && !own.includes(name))
  if (missing) throw new Error(`the embedded database lacks "${missing.name}"`)
  for (const name of own) linked.add(name)
}

function refusing(imports: Imports, main: MainModule): Imports {
  const { env = {} } = imports
  return {
    ...imports,
    env: new Proxy(env, { get: (target, name) => functionOrRefusal(Reflect.get(target, name), name, main) }),
  }
}

/**
 * Emscripten resolves an import that PGlite's module does not export at the first call, among the other libraries and
 * the library itself.
 */
function functionOrRefusal(provided: unknown, name: string | symbol, main: MainModule): unknown {
  if (typeof provided !== 'function' || typeof name !== 'string') return provided
  if (name in main.exports || name.startsWith('invoke_')) return provided
  return (...values: unknown[]) => {
    try {
      return provided(...values)
    } catch (error) {
      if (error instanceof TypeError && /^\w+ is not a function$/.test(error.message)) refuse(name, main)
      throw error
    }
  }
}

/** Raises a PostgreSQL error, which jumps out of the statement and never returns here. */
function refuse(name: string, { exports, memory }: MainModule) {
  const call = (what: string, ...values: number[]): number => {
    const called = exports[what]
    if (typeof called !== 'function') throw new Error(`PGlite no longer exports ${what}.`)
    return Number(called(...values))
  }
  const text = new TextEncoder().encode(`the embedded database lacks the function "${name}"\0`)
  const address = call('palloc', text.length)
  new Uint8Array(memory.buffer).set(text, address)
  call('errstart', ERROR, 0)
  call('errcode', sqlState(FEATURE_NOT_SUPPORTED))
  call('errmsg_internal', address, 0)
  call('errfinish', 0, 0, 0)
}

/** Packs a SQLSTATE like PostgreSQL's macro `MAKE_SQLSTATE`: six bits for each character, counted from '0'. */
const sqlState = (code: string) =>
  Array.from(code).reduce((packed, sign, at) => packed | (((sign.charCodeAt(0) - 48) & 63) << (6 * at)), 0)
