import { IMPORT_SECTION, joined, readNumber, sectionsOf, writeNumber } from './wasm-binary.ts'
import { type Bytes, webAssembly } from './web-assembly.ts'

/** The maximum of PGlite's memory in pages of 64 KB, which a shared memory must declare. */
const MAX_PAGES = 32_768
const INITIAL_PAGES = 2_048

/** A memory for PGlite that other threads can see. */
export const makeSharedMemory = () =>
  new webAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES, shared: true })

/**
 * Makes this thread compile every module for shared memory: extensions are modules of their own that Emscripten links
 * to PGlite's.
 */
export function compileForSharedMemory() {
  const { compile, instantiate, Module } = webAssembly
  webAssembly.compile = (bytes) => compile(withSharedMemory(bytes))
  webAssembly.Module = new Proxy(Module, {
    construct: (target, [bytes]: [Bytes]) => new target(withSharedMemory(bytes)),
  })
  webAssembly.instantiate = new Proxy(instantiate, {
    apply: (target, self, [source, ...others]: [object, ...unknown[]]) =>
      Reflect.apply(target, self, [isBytes(source) ? withSharedMemory(source) : source, ...others]),
  })
}

const isBytes = (source: object): source is Bytes => source instanceof ArrayBuffer || ArrayBuffer.isView(source)

/** Declares the memory that the module imports as shared. A module that imports no memory is returned unchanged. */
export function withSharedMemory(source: Bytes): Uint8Array {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
  const imports = sectionsOf(bytes).find(({ id }) => id === IMPORT_SECTION)
  const memory = imports && findMemory(bytes, imports.content)
  if (!memory) return bytes
  const limits = Uint8Array.of(SHARED_WITH_MAXIMUM, ...writeNumber(memory.first), ...writeNumber(memory.most))
  const content = joined([
    bytes.subarray(imports.content, memory.start),
    limits,
    bytes.subarray(memory.end, imports.end),
  ])
  const head = Uint8Array.of(IMPORT_SECTION, ...writeNumber(content.length))
  return joined([bytes.subarray(0, imports.start), head, content, bytes.subarray(imports.end)])
}

const kinds = { function: 0, table: 1, memory: 2, global: 3, tag: 4 }
/** The flag in the first byte of the limits of a memory or a table. */
const HAS_MAXIMUM = 1
const SHARED_WITH_MAXIMUM = 3

/** The offset and the value of the imported memory's limits. */
function findMemory(bytes: Uint8Array, importsAt: number) {
  let [count, at] = readNumber(bytes, importsAt)
  for (; count > 0; count--) {
    at = afterName(bytes, afterName(bytes, at)) // The module's, and the import's.
    const kind = bytes[at++]
    if (kind === kinds.memory) return { start: at, ...readLimits(bytes, at) }
    if (kind === kinds.function) [, at] = readNumber(bytes, at)
    else if (kind === kinds.global) at += 2
    else if (kind === kinds.tag) [, at] = readNumber(bytes, at + 1)
    else if (kind === kinds.table) at = readLimits(bytes, at + 1).end
    else throw new Error(`A WebAssembly module imports something of kind ${kind}.`)
  }
  return undefined
}

function readLimits(bytes: Uint8Array, at: number) {
  const [first, afterFirst] = readNumber(bytes, at + 1)
  const hasMaximum = ((bytes[at] ?? 0) & HAS_MAXIMUM) !== 0
  const [most, end] = hasMaximum ? readNumber(bytes, afterFirst) : [MAX_PAGES, afterFirst]
  return { first, most, end }
}

function afterName(bytes: Uint8Array, at: number): number {
  const [length, start] = readNumber(bytes, at)
  return start + length
}
