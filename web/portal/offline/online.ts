import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

// It takes every page for connected until it hears otherwise, and one that was opened from what the browser keeps never does.
onlineManager.setOnline(navigator.onLine)

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Whether the browser has a network. Reads and writes wait while it has none, by the same word. */
export const useIsOnline = () => useSyncExternalStore(subscribe, () => onlineManager.isOnline())
