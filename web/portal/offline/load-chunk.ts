import { onlineManager } from '@tanstack/react-query'
import { isServerReachable } from './is-server-reachable.ts'
import { isMissingChunk, mayReload } from './missing-chunk.ts'

const POLL_MS = 5_000

/**
 * Loads the code of a dialog or card. Offline it waits, so that the fallback of the part is shown and the screen around
 * it stays (docs/specification/shell.md#offline). Browsers never retry an import that failed, so none is
 * started while it cannot succeed, and after a failure the page is reloaded.
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!onlineManager.isOnline() && !navigator.serviceWorker?.controller) await count(nextConnection())
  try {
    return await load()
  } catch (error) {
    if (!isMissingChunk(error)) throw error
    await count(nextAnswer())
    if (!mayReload()) throw error
    window.location.reload()
    return new Promise<never>(() => {})
  }
}

let waiting = 0
const listeners = new Set<() => void>()

/** Whether any code chunk waits for the network, for `useSyncExternalStore`. */
export const waitingChunks = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isAny: () => waiting > 0,
}

async function count(wait: Promise<void>) {
  const change = (by: 1 | -1) => {
    waiting += by
    for (const listener of listeners) listener()
  }
  change(1)
  await wait
  change(-1)
}

const nextConnection = () =>
  new Promise<void>((resolve) => {
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })

async function nextAnswer() {
  while (!(await isServerReachable())) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
