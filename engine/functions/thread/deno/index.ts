import { dirname } from 'node:path'
import type { Layer } from '../layer.ts'
import { importServing } from './deno.ts'
import { nameImportMap } from './import-map.ts'
import { loadForDeno } from './module-hooks.ts'

/** Functions as they are written for the hosted runtime: `Deno.serve`, its specifiers, import maps. */
export const deno: Layer = {
  begin({ functionsDir, functions }) {
    loadForDeno(functionsDir)
    for (const { entrypoint, importMap } of functions) {
      if (importMap !== undefined) nameImportMap(dirname(entrypoint), importMap)
    }
  },
  importing: importServing,
}
