import { MutationCache, QueryClient } from '@tanstack/react-query'
import { type Notice, toast } from '../ui/toast.ts'
import { NewerChange } from './editing/newer-change.ts'
import { type Changed, refresh } from './live/stale-after.ts'

/** What goes with a write: what is said of it, and what it changes. */
export type WriteMeta = {
  /** Said once the screens show it, of what the write returned. Without it the screen says enough. */
  said?: Notice | ((data: unknown) => Notice)
  failed: Notice | ((error: unknown) => Notice)
  refresh: Changed
  /** Where a failure left everything as it was. Otherwise it is refreshed then too: what could not be changed may be gone. */
  isAddition?: true
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** What a signed-in person has been told of the data. Everybody who signs in begins with a new one. */
export const newQueryClient = () =>
  new QueryClient({
    mutationCache: new MutationCache({
      async onSuccess(data, _variables, _result, { meta }, { client }) {
        if (!meta) return
        await refresh(client, meta.refresh)
        if (meta.said) toast.success(typeof meta.said === 'function' ? meta.said(data) : meta.said)
      },
      async onError(error, _variables, _result, { meta }, { client }) {
        if (!meta) return
        if (!meta.isAddition) await refresh(client, meta.refresh)
        // The form says that itself, and asks whose version is to stay.
        if (error instanceof NewerChange) return
        toast.error(typeof meta.failed === 'function' ? meta.failed(error) : meta.failed)
      },
    }),
    defaultOptions: {
      queries: {
        // Walking back and forth between screens does not ask again at once; a mutation refreshes what it changed.
        staleTime: 10_000,
        // supabase-js repeats a read that got no answer by itself, and a refusal stays one however often it is asked.
        retry: false,
      },
    },
  })
