import type { Layer } from 'engine/feature'
import { ending, importServing } from './deno-global.ts'
import { openFiles } from './file-access.ts'
import { beginOn } from './layer-host.ts'
import { loadForDeno } from './module-loading.ts'

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
