import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeSharedMemory, withSharedMemory } from './share-memory.ts'
import { type Imports, type Memory, webAssembly } from './web-assembly.ts'

/**
 * A module that imports, in this order, a function, a table with a maximum, a global and a memory, and exports the
 * memory.
 */
function moduleWith(memoryLimits: number[]) {
  const text = (name: string) => [name.length, ...Buffer.from(name)]
  const imported = (name: string, ...what: number[]) => [...text('env'), ...text(name), ...what]
  const section = (id: number, content: number[]) => [id, content.length, ...content]
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 0, 0]),
    ...section(2, [
      4,
      ...imported('call', 0, 0),
      ...imported('table', 1, 0x70, 1, 0x80, 0x01, 0x80, 0x02),
      ...imported('stack', 3, 0x7f, 1),
      ...imported('memory', 2, ...memoryLimits),
    ]),
    ...section(7, [1, ...text('memory'), 2, 0]),
  ])
}

const instantiate = async (module: Uint8Array, imports: Imports) =>
  webAssembly.instantiate(await webAssembly.compile(module), imports)

const imports = (memory: Memory) => ({
  env: {
    call: () => undefined,
    table: new webAssembly.Table({ element: 'anyfunc', initial: 128, maximum: 256 }),
    stack: new webAssembly.Global({ value: 'i32', mutable: true }, 0),
    memory,
  },
})

it.each([
  ['without a maximum, as extensions do', [0, 1]],
  ['with a maximum, as PGlite does', [1, 0x80, 0x10, 0x80, 0x80, 0x02]],
])('lets a module that imports memory %s use a shared one', async (_, limits) => {
  const memory = makeSharedMemory()
  const module = moduleWith(limits)
  await expect(instantiate(module, imports(memory))).rejects.toThrow(/shared/)
  const instance = await instantiate(withSharedMemory(module), imports(memory))
  expect(instance.exports.memory).toBe(memory)
})

it('leaves a module alone that imports no memory', () => {
  const empty = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  expect(withSharedMemory(empty)).toEqual(empty)
})

it('finds the memory of PGlite itself', async () => {
  const pglite = readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
  const module = await webAssembly.compile(withSharedMemory(pglite))
  expect(webAssembly.Module.imports(module)).toContainEqual({ module: 'env', name: 'memory', kind: 'memory' })
  // The module is unchanged except for the bytes that say "shared".
  expect(webAssembly.Module.exports(module)).toEqual(webAssembly.Module.exports(await webAssembly.compile(pglite)))
})
