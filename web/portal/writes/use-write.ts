import { type MutationFunction, type MutationScope, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import type { WriteMeta } from './write-meta.ts'

/** A write: how it changes data, and what it must report and refresh afterwards. */
export type Write<Variables, Data = unknown> = {
  mutationFn: MutationFunction<Data, Variables>
  meta: WriteMeta
  scope?: MutationScope
  /** How long the result is cached after nobody shows it; 0 for secrets. */
  gcTime?: number
}

/** The same write for another kind of argument, from which its variables are derived. */
export function mapWriteArgument<Variables, Given, Data>(
  write: Write<Variables, Data>,
  variablesOf: (given: Given) => Variables,
): Write<Given, Data> {
  return { ...write, mutationFn: (given, context) => write.mutationFn(variablesOf(given), context) }
}

/** Callbacks of the screen. They run after the toast, even if the screen was left meanwhile. */
type WriteCallbacks<Variables, Data> = Pick<
  UseMutationOptions<Data, Error, Variables>,
  'onMutate' | 'onSuccess' | 'onError' | 'onSettled'
>

/** Runs one write at a time: a call during a running one does nothing. The returned promise never rejects. */
export function useWrite<Variables, Data>(write: Write<Variables, Data>, then: WriteCallbacks<Variables, Data> = {}) {
  const { mutateAsync } = useMutation({ ...write, ...then })
  // The failure was reported already (portal/writes/query-client.ts), and `onError` was called.
  return useSingleFlight((variables: Variables) => mutateAsync(variables).catch(() => undefined))
}

/** Runs every write, one after the other (`scope`), so that the last choice wins. `latest` is the value to show meanwhile. */
export function useQueuedWrite<Variables, Data>(write: Write<Variables, Data>) {
  const { mutate, variables, isPending } = useMutation(write)
  return { write: (chosen: Variables) => mutate(chosen), latest: isPending ? variables : undefined, isBusy: isPending }
}
