import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near the end counts as at the end. */
const NEAR_PX = 48

/**
 * Keeps a growing list at its end, unless the reader has scrolled away from it. What they write themselves, `own`, they
 * are to see wherever they are.
 */
export function useStickToEnd(length: number, own: number) {
  const frame = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const sticks = useRef(true)
  /** How far down the end was, when that was looked at last. */
  const end = useRef(0)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => {
      end.current = element.scrollHeight - element.clientHeight
      sticks.current = end.current - element.scrollTop < NEAR_PX
      setAtEnd(sticks.current)
    }
    // A window that changes its size, or a keyboard that opens on a phone, must not hide the latest message.
    const resized = new ResizeObserver(() => sticks.current && element.scrollTo({ top: element.scrollHeight }))
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  const goToEnd = useCallback(() => frame.current?.scrollTo({ top: frame.current.scrollHeight }), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the growing that this follows
  useLayoutEffect(() => {
    const { current: element } = frame
    if (!element) return
    // Of a scroll one is told a frame later: who has just left the end must not be taken back there by what comes until then.
    if (sticks.current && end.current - element.scrollTop < NEAR_PX) goToEnd()
    end.current = element.scrollHeight - element.clientHeight
  }, [length])

  /** Stays where one is now, which may be the end, whatever grows. */
  const letGo = useCallback(() => {
    sticks.current = false
  }, [])

  const ownBefore = useRef(own)
  useLayoutEffect(() => {
    if (own > ownBefore.current) goToEnd()
    ownBefore.current = own
  }, [own, goToEnd])

  return { frame, isAtEnd, goToEnd, letGo }
}
