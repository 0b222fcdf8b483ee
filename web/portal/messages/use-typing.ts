import { useEffect, useRef } from 'react'

/** The pause after which a person no longer counts as typing (docs/specification/messages.md#typing). */
const TYPING_TIMEOUT_MS = 2_000

/** Reports once that typing began and once that it ended: after a pause, on `stop`, or when the screen is left. */
export function useTyping(tell: (isTyping: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function stop() {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    tell(false)
  }

  function touch() {
    if (timer.current === undefined) tell(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, TYPING_TIMEOUT_MS)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return { touch, stop }
}
