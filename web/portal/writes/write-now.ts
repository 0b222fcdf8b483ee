import type { QueryClient } from '@tanstack/react-query'
import type { Write } from './use-write.ts'

/** Writes without a screen that waits for it. How it went is said as of every write; what is returned never fails. */
export function writeNow<Variables, Data>(client: QueryClient, write: Write<Variables, Data>, variables: Variables) {
  return client
    .getMutationCache()
    .build(client, write)
    .execute(variables)
    .catch(() => undefined)
}
