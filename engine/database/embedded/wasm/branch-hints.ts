import { CODE_SECTION, joined, readNumber, sectionsOf, writeNumber } from './wasm-binary.ts'

/**
 * Adds a section to the module that tells V8 which functions to compile eagerly: those with a branch table of more than
 * a thousand targets. In PGlite that is PostgreSQL's SQL parser alone. All other functions are compiled when they are
 * first called. The section is V8's own extension, "compilation hints", which other programs ignore.
 */
export function withHints(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const code = sectionsOf(bytes).find(({ id }) => id === CODE_SECTION)
  if (!code) throw new Error('A WebAssembly module without code.')
  const hints = hintsFor(bytes, code.content)
  const name = new TextEncoder().encode('compilationHints')
  const count = writeNumber(hints.length)
  const size = 1 + name.length + count.length + hints.length
  const head = [CUSTOM_SECTION, ...writeNumber(size), name.length, ...name, ...count]
  return joined([bytes.subarray(0, code.start), Uint8Array.from(head), hints, bytes.subarray(code.start)])
}

const CUSTOM_SECTION = 0
/** The lowest two bits say when to compile, the next two which compiler comes first, the next two which comes last. */
const COMPILE_LATER = 0b00_00_01
const COMPILE_NOW = 0b01_01_10

function hintsFor(bytes: Uint8Array, codeAt: number): Uint8Array {
  let [count, at] = readNumber(bytes, codeAt)
  const hints = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    const [size, start] = readNumber(bytes, at)
    at = start + size
    hints[index] =
      size >= MIN_TARGETS * BYTES_PER_TARGET && hasLargeBranchTable(bytes, start, at) ? COMPILE_NOW : COMPILE_LATER
  }
  return hints
}

const BR_TABLE = 0x0e
const MIN_TARGETS = 1_000
/** A lower bound for the size of the code behind one target. */
const BYTES_PER_TARGET = 32

/** Searches for the bytes of the instruction. A match that means something else costs one function its optimisation. */
function hasLargeBranchTable(bytes: Uint8Array, start: number, end: number) {
  let at = bytes.indexOf(BR_TABLE, start)
  while (at !== -1 && at < end) {
    const [targets, first] = readNumber(bytes, at + 1)
    if (targets >= MIN_TARGETS && targets < end - first && arePlausibleTargets(bytes, first, targets)) return true
    at = bytes.indexOf(BR_TABLE, at + 1)
  }
  return false
}

/** Whether these bytes are plausible targets: block depths that hardly exceed the number of targets. */
function arePlausibleTargets(bytes: Uint8Array, at: number, count: number) {
  let [target, next] = readNumber(bytes, at)
  for (let index = 1; index < count && target <= 2 * count; index++) [target, next] = readNumber(bytes, next)
  return target <= 2 * count
}
