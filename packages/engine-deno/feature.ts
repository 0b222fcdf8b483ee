import type { Layer } from 'engine/feature'
import { ending, importServing } from './deno.ts'
import { loadForDeno } from './module-hooks.ts'
import { openFiles } from './own-files.ts'
import { beginOn } from './thread.ts'

/** Support for functions written for the hosted runtime: `Deno`, its specifiers and import maps. */
export const feature: Layer = {
  begin(start, host) {
    beginOn(host)
    openFiles(start)
    loadForDeno(start)
  },
  importing: importServing,
  end: () => void ending.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } })),
}
