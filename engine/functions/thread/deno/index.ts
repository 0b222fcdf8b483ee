import type { Layer } from '../layer.ts'
import { ending, importServing } from './deno.ts'
import { loadForDeno } from './module-hooks.ts'
import { openFiles } from './own-files.ts'

/** Functions as they are written for the hosted runtime: `Deno`, its specifiers, import maps. */
export const deno: Layer = {
  begin(start) {
    openFiles(start)
    loadForDeno(start)
  },
  importing: importServing,
  end: () => void ending.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } })),
}
