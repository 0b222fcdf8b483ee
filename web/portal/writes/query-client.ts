import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isOutcomeUnknown } from '../../lib/errors.ts'
import { type Notice, toast } from '../../ui/toast.ts'
import { refresh } from './stale-after.ts'
import { Undoable } from './undoable.ts'
import { VersionConflict } from './version-conflict.ts'
import type { WriteMeta } from './write-meta.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** Adds an Undo to the toast of a write that can be undone. */
function withUndo(notice: Notice, data: unknown, client: QueryClient): Notice {
  if (!(data instanceof Undoable)) return notice
  const { description = notice.description } = data
  return {
    ...notice,
    ...(description !== undefined && { description }),
    action: { label: 'Undo', run: () => data.undo(client) },
  }
}

/** The query client of a signed-in person. Everybody who signs in starts with a new one. */
export const newQueryClient = () =>
  new QueryClient({
    mutationCache: new MutationCache({
      async onSuccess(data, _variables, _result, { meta }, { client }) {
        if (!meta) return
        await refresh(client, meta.refresh)
        if (meta.succeeded)
          toast.success(
            withUndo(typeof meta.succeeded === 'function' ? meta.succeeded(data) : meta.succeeded, data, client),
          )
      },
      async onError(error, _variables, _result, { meta }, { client }) {
        if (!meta) return
        if (!meta.isAddition || isOutcomeUnknown(error)) await refresh(client, meta.refresh)
        // A version conflict is reported by the form itself, which asks which version stays.
        if (error instanceof VersionConflict) return
        toast.error(typeof meta.failed === 'function' ? meta.failed(error) : meta.failed)
      },
    }),
    defaultOptions: {
      queries: {
        // The age in milliseconds up to which a screen shows cached data without a new request; a mutation refreshes
        // what it changed.
        staleTime: 10_000,
        // Queries are not retried: supabase-js itself retries a read without an answer, and a refusal would only be
        // repeated.
        retry: false,
      },
    },
  })
