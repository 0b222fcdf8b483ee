import { buffer } from './database/embedded/thread.ts'
import { keepGivingBackMemory } from './give-back-memory.ts'

/** V8 keeps what is young in little room. It has to know that as it begins, as a program's first word. */
export const SPARING = '--max-semi-space-size=1'

/**
 * From here on this process takes as little memory as it can: it works beside a server, perhaps on a small machine, reads and
 * writes everything once, and ends. See docs/decisions/0031-a-small-machine.md.
 */
export function spareMemory() {
  buffer(2)
  keepGivingBackMemory(500)
}
