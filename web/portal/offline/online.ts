import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

// TanStack Query assumes that a page is online until an event says otherwise, but a page opened from the cache gets no
// event.
onlineManager.setOnline(navigator.onLine)

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Whether the browser has a network. Queries and mutations pause by the same state. */
export const useIsOnline = () => useSyncExternalStore(subscribe, () => onlineManager.isOnline())
