import { type Imports, type Instance, type Memory, webAssembly } from './web-assembly.ts'

type Main = { exports: Instance['exports']; memory: Memory }

/** The number of this level in `elog.h`. */
const ERROR = 21
const FEATURE_NOT_SUPPORTED = '0A000'

/**
 * From here on, what this thread links to PGlite's module refuses to call a function that nobody provides. PGlite's module leaves out
 * functions of PostgreSQL that its libraries ask for; Emscripten notices when one is called, and would tear PostgreSQL off in the
 * middle of a statement. It becomes an error of that statement instead.
 */
export function refuseMissingFunctions(main: Main) {
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
 * What a library takes the address of has to be there when it is loaded. Emscripten would remember that it is missing, and load no
 * library any more, whoever asks for one.
 */
function link(module: object, linked: Set<string>) {
  const own = webAssembly.Module.exports(module).map(({ name }) => name)
  const wanted = webAssembly.Module.imports(module).filter((one) => one.module.startsWith('GOT.'))
  const missing = wanted.find(({ name }) => !linked.has(name) && !own.includes(name))
  if (missing) throw new Error(`the embedded database lacks "${missing.name}"`)
  for (const name of own) linked.add(name)
}

function refusing(imports: Imports, main: Main): Imports {
  const { env = {} } = imports
  return {
    ...imports,
    env: new Proxy(env, { get: (target, name) => orRefused(Reflect.get(target, name), name, main) }),
  }
}

/** Emscripten looks for what PGlite's module does not export when it is called first: among other libraries, or the library's own. */
function orRefused(provided: unknown, name: string | symbol, main: Main): unknown {
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

/** Does not return: PostgreSQL jumps out of the statement. */
function refuse(name: string, { exports, memory }: Main) {
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

/** Packs a SQLSTATE like the macro `MAKE_SQLSTATE`: six bits a sign, counted from '0'. */
const sqlState = (code: string) =>
  Array.from(code).reduce((packed, sign, at) => packed | (((sign.charCodeAt(0) - 48) & 63) << (6 * at)), 0)
