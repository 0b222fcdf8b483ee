import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { withHints } from './hints.ts'
import { withSharedMemory } from './share-memory.ts'
import { type Module, webAssembly } from './web-assembly.ts'

/** For as long as the database runs. */
const LASTING = [
  // How much V8 lets a function of the database do before it compiles it anew, optimised: some eighty times its own
  // budget, or that alone would take a core of the start.
  '--wasm-tiering-budget=1000000000',
  // Each function is looked over when it is first called, not all nine megabytes of them at once.
  '--wasm-lazy-validation',
  '--experimental-wasm-compilation-hints',
  // Nor does V8 forget what it compiled when memory is tidied up: compiled again, the parser would count (see below).
  '--no-flush-liftoff-code',
]

/** While the module is compiled, so that what is compiled with it (hints.ts) does not count how hot it gets. */
const MEANWHILE = ['--no-wasm-lazy-compilation', '--no-wasm-dynamic-tiering']
const AFTERWARDS = ['--wasm-lazy-compilation', '--wasm-dynamic-tiering']

/**
 * PGlite's module, for this thread and for memory that others see, too. The SQL parser stays as V8 compiles it first: optimised it is no faster, and takes
 * 600 MB to make.
 */
export function compilePglite(): Module {
  const bytes = readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
  const adapted = withHints(withSharedMemory(bytes))
  setFlags([...LASTING, ...MEANWHILE])
  try {
    // At once, not in the background: every thread of the process has these settings meanwhile.
    return new webAssembly.Module(adapted)
  } finally {
    setFlags(AFTERWARDS)
  }
}

function setFlags(flags: readonly string[]) {
  for (const flag of flags) setFlagsFromString(flag)
}
