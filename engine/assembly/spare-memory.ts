import { buffer } from '../database/embedded/thread.ts'
import { keepGivingBackMemory } from './give-back-memory.ts'

/**
 * Makes this process use as little memory as it can from now on: it works beside a server, perhaps on a small machine,
 * reads and writes everything once, and ends (docs/decisions/0031-a-small-machine.md).
 */
export function spareMemory() {
  buffer(2)
  keepGivingBackMemory(500)
}
