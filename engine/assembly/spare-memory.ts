import { buffer } from '../database/embedded/thread.ts'
import { keepGivingBackMemory } from './give-back-memory.ts'

/**
 * From here on this process takes as little memory as it can: it works beside a server, perhaps on a small machine, reads and
 * writes everything once, and ends. See docs/decisions/0031-a-small-machine.md.
 */
export function spareMemory() {
  buffer(2)
  keepGivingBackMemory(500)
}
