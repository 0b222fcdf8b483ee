import { type MutationFunction, type MutationScope, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import type { WriteMeta } from './write-meta.ts'

/** A change of the data: how it is made, and what is said and refreshed then, which no write can leave out. */
export type Write<Variables, Data = unknown> = {
  mutationFn: MutationFunction<Data, Variables>
  meta: WriteMeta
  scope?: MutationScope
  /** How long what was written is remembered once nobody shows it any more; not at all where it is secret. */
  gcTime?: number
}

/** The same write, for something from which it follows what is written. */
export function writeGiven<Variables, Given, Data>(
  write: Write<Variables, Data>,
  variablesOf: (given: Given) => Variables,
): Write<Given, Data> {
  return { ...write, mutationFn: (given, context) => write.mutationFn(variablesOf(given), context) }
}

/** What the screen does on its side. It comes after the toast, and also when the screen was left meanwhile. */
type Then<Variables, Data> = Pick<
  UseMutationOptions<Data, Error, Variables>,
  'onMutate' | 'onSuccess' | 'onError' | 'onSettled'
>

/** Writes once at a time: asked again while it runs, it does nothing. What is returned never fails. */
export function useWrite<Variables, Data>(write: Write<Variables, Data>, then: Then<Variables, Data> = {}) {
  const { mutateAsync } = useMutation({ ...write, ...then })
  // How it failed was said already (portal/writes/query-client.ts), and `onError` was told.
  return useSingleFlight((variables: Variables) => mutateAsync(variables).catch(() => undefined))
}

/**
 * Writes what is chosen, also while the choice before is still being stored: they are stored one after the other (`scope`), and the
 * last one stays. `latest` is shown meanwhile.
 */
export function useQueuedWrite<Variables, Data>(write: Write<Variables, Data>) {
  const { mutate, variables, isPending } = useMutation(write)
  return { write: (chosen: Variables) => mutate(chosen), latest: isPending ? variables : undefined, isBusy: isPending }
}
