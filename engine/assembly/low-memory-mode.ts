import { setSharedBuffers } from '../database/embedded/start-database-thread.ts'
import { trimMallocRegularly } from './malloc-trim.ts'

/**
 * Makes this process use as little memory as it can from now on: it works beside a server, perhaps on a small machine,
 * reads and writes everything once, and ends (docs/decisions/0031-a-small-machine.md).
 */
export function enterLowMemoryMode() {
  setSharedBuffers(2)
  trimMallocRegularly(500)
}
