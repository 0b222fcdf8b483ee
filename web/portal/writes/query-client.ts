import { MutationCache, QueryClient } from '@tanstack/react-query'
import { type Notice, toast } from '../../ui/toast.ts'
import { NewerChange } from './newer-change.ts'
import { refresh } from './stale-after.ts'
import { Undoable } from './undoable.ts'
import type { WriteMeta } from './write-meta.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** Offers to take it back, where the write can. */
function withUndo(notice: Notice, data: unknown, client: QueryClient): Notice {
  if (!(data instanceof Undoable)) return notice
  const { description = notice.description } = data
  return {
    ...notice,
    ...(description !== undefined && { description }),
    action: { label: 'Undo', run: () => data.undo(client) },
  }
}

/** What a signed-in person has been told of the data. Everybody who signs in begins with a new one. */
export const newQueryClient = () =>
  new QueryClient({
    mutationCache: new MutationCache({
      async onSuccess(data, _variables, _result, { meta }, { client }) {
        if (!meta) return
        await refresh(client, meta.refresh)
        if (meta.said)
          toast.success(withUndo(typeof meta.said === 'function' ? meta.said(data) : meta.said, data, client))
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
