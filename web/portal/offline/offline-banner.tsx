import { notifyManager, type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { waitingChunks } from './load-chunk.ts'
import { useIsOnline } from './online.ts'

/**
 * A banner below the header that there is no network, and what that means for this screen. It lies over the margin, so that
 * nothing moves.
 */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  const isPartWaiting = useSyncExternalStore(waitingChunks.subscribe, waitingChunks.isAny)
  const isScreenWaiting = useIsScreenWaiting() || isPartWaiting
  const isUnsent = useIsMutating({ predicate: ({ state }) => state.isPaused }) > 0
  return (
    <p role="status" className="pointer-events-none absolute inset-x-0 top-full">
      {!isOnline && (
        <span className="flex items-center justify-center gap-2 bg-dusk px-3 text-on-dusk text-xs leading-6">
          <CloudOff aria-hidden className="size-3.5 shrink-0" />
          {wordsFor(isScreenWaiting, isUnsent)}
        </span>
      )}
    </p>
  )
}

function wordsFor(isScreenWaiting: boolean, isUnsent: boolean) {
  if (isUnsent) return 'You are offline. This is saved once you are back online.'
  if (isScreenWaiting) return 'You are offline. This loads once you are back online.'
  return 'You are offline. You can keep reading what is open.'
}

/** Whether a query of this screen has no data yet and waits for the network. */
function useIsScreenWaiting() {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  return useSyncExternalStore(subscribe, () => isScreenWaiting(client))
}

const isScreenWaiting = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && query.state.fetchStatus === 'paused' && query.state.data === undefined)
