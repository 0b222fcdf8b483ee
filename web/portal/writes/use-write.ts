import { type MutationFunction, type MutationScope, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import type { WriteMeta } from './write-meta.ts'

/** A write: the function that changes data, and the messages and refreshes that follow. */
export type Write<Variables, Data = unknown> = {
  mutationFn: MutationFunction<Data, Variables>
  meta: WriteMeta
  scope?: MutationScope
  /** How long the result stays cached after no component shows it, in milliseconds; 0 for secrets. */
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

/** Runs a write unless it is running already: a second call does nothing. The returned promise never rejects. */
export function useWrite<Variables, Data>(write: Write<Variables, Data>, then: WriteCallbacks<Variables, Data> = {}) {
  const { mutateAsync } = useMutation({ ...write, ...then })
  // The failure was reported already (portal/writes/query-client.ts), and `onError` was called.
  return useSingleFlight((variables: Variables) => mutateAsync(variables).catch(() => undefined))
}

/**
 * Runs every call of a write, one after the other (`scope`), so that the last choice wins. `latest` is the value to
 * show meanwhile.
 */
export function useQueuedWrite<Variables, Data>(write: Write<Variables, Data>) {
  const { mutate, variables, isPending } = useMutation(write)
  return { write: (chosen: Variables) => mutate(chosen), latest: isPending ? variables : undefined, isBusy: isPending }
}

/**
 * Runs every call of a write and tells by row which ones the server has not answered yet. The promise of a call never rejects;
 * it settles once the screen shows the outcome.
 */
export function useWritesByRow<Variables, Data>(write: Write<Variables, Data>) {
  const { mutateAsync } = useMutation(write)
  const [pending, setPending] = useState<ReadonlyMap<string, Variables>>(new Map())
  const run = useCallback(
    async (rowId: string, variables: Variables) => {
      setPending((before) => new Map(before).set(rowId, variables))
      // The failure was reported already (portal/writes/query-client.ts).
      await mutateAsync(variables).catch(() => undefined)
      setPending((before) => new Map([...before].filter(([id]) => id !== rowId)))
    },
    [mutateAsync],
  )
  return { write: run, pending }
}
