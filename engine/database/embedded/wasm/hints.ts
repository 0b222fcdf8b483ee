import { CODE_SECTION, joined, readNumber, sectionsOf, writeNumber } from './binary.ts'

/**
 * The module's bytes with a section that tells V8 which functions to compile with the module: those that branch to more
 * than a thousand places at once. In PGlite that is PostgreSQL's SQL parser alone. All others are compiled when they are
 * first called. The section is V8's own, "compilation hints"; nobody else reads it.
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
/** The lowest two bits say when, two more how at first, two more how in the end: as V8 likes, or as quickly as it can. */
const LATER = 0b00_00_01
const NOW = 0b01_01_10

function hintsFor(bytes: Uint8Array, codeAt: number): Uint8Array {
  let [count, at] = readNumber(bytes, codeAt)
  const hints = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    const [size, start] = readNumber(bytes, at)
    at = start + size
    hints[index] = size >= WIDE * BYTES_PER_TARGET && branchesWidely(bytes, start, at) ? NOW : LATER
  }
  return hints
}

const BR_TABLE = 0x0e
const WIDE = 1_000
/** At least, with what is done there. */
const BYTES_PER_TARGET = 32

/** Looks for the instruction's bytes: where they should mean something else, a function is not optimised, no more. */
function branchesWidely(bytes: Uint8Array, start: number, end: number) {
  let at = bytes.indexOf(BR_TABLE, start)
  while (at !== -1 && at < end) {
    const [targets, first] = readNumber(bytes, at + 1)
    if (targets >= WIDE && targets < end - first && areTargets(bytes, first, targets)) return true
    at = bytes.indexOf(BR_TABLE, at + 1)
  }
  return false
}

/** How many blocks out each: hardly more of them than targets. */
function areTargets(bytes: Uint8Array, at: number, count: number) {
  let [target, next] = readNumber(bytes, at)
  for (let index = 1; index < count && target <= 2 * count; index++) [target, next] = readNumber(bytes, next)
  return target <= 2 * count
}
