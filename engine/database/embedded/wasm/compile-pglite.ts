import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { withHints } from './branch-hints.ts'
import { withSharedMemory } from './share-memory.ts'
import { type Module, webAssembly } from './web-assembly.ts'

/** V8 flags that stay set while the database runs. */
const PERMANENT_FLAGS = [
  // How much a function of the database runs before V8 recompiles it optimised: some eighty times V8's default, which
  // would keep a core busy during the start.
  '--wasm-tiering-budget=1000000000',
  // Each function is validated when it is first called, instead of all nine megabytes at once.
  '--wasm-lazy-validation',
  '--experimental-wasm-compilation-hints',
  // V8 keeps compiled code when it collects garbage: compiled again, the parser would count as hot (see below).
  '--no-flush-liftoff-code',
]

/**
 * V8 flags that are set only while the module is compiled, so that the functions compiled with it (branch-hints.ts) do not
 * count how often they run.
 */
const FLAGS_WHILE_COMPILING = ['--no-wasm-lazy-compilation', '--no-wasm-dynamic-tiering']
const FLAGS_AFTERWARDS = ['--wasm-lazy-compilation', '--wasm-dynamic-tiering']

/**
 * PGlite's module, adapted to memory that other threads share. V8 must not optimise the SQL parser: that makes it no
 * faster and takes 600 MB.
 */
export function compilePglite(): Module {
  const bytes = readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
  const adapted = withHints(withSharedMemory(bytes))
  setFlags([...PERMANENT_FLAGS, ...FLAGS_WHILE_COMPILING])
  try {
    // Compiled synchronously, because these flags apply to every thread of the process meanwhile.
    return new webAssembly.Module(adapted)
  } finally {
    setFlags(FLAGS_AFTERWARDS)
  }
}

function setFlags(flags: readonly string[]) {
  for (const flag of flags) setFlagsFromString(flag)
}
