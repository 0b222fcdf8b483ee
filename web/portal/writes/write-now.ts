import type { QueryClient } from '@tanstack/react-query'
import type { Write } from './use-write.ts'

/**
 * Runs a write without a screen that waits for it. The outcome is reported like that of any write; the returned promise
 * never rejects.
 */
export function writeNow<Variables, Data>(client: QueryClient, write: Write<Variables, Data>, variables: Variables) {
  return client
    .getMutationCache()
    .build(client, write)
    .execute(variables)
    .catch(() => undefined)
}
