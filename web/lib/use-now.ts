import { useSyncExternalStore } from 'react'

const EVERY_MS = 60_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const tell of listeners) tell()
}

/** Starts one timer for all times on a screen, so that they update together. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) timer = setInterval(tick, EVERY_MS)
  listeners.add(listener)
  tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Returns the current time, updated every minute. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)
