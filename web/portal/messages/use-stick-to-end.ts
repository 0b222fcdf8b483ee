import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OutgoingMessage } from './chat-log.ts'

/** The distance from the end of the list, in pixels, that still counts as the end. */
const NEAR_PX = 48

/**
 * Keeps a growing list scrolled to its end, unless the reader has scrolled away. The reader's own messages (`outgoing`) are
 * always scrolled to.
 *
 * @param length The number of messages before the outgoing ones.
 */
export function useStickToEnd(length: number, outgoing: readonly OutgoingMessage[]) {
  const frame = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const sticks = useRef(true)
  /** The scroll position of the end of the list when it was last measured. */
  const end = useRef(0)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => {
      end.current = element.scrollHeight - element.clientHeight
      sticks.current = end.current - element.scrollTop < NEAR_PX
      setAtEnd(sticks.current)
    }
    // A resized window, or the keyboard of a phone, must not hide the latest message.
    const resized = new ResizeObserver(() => sticks.current && element.scrollTo({ top: element.scrollHeight }))
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  const goToEnd = useCallback(() => frame.current?.scrollTo({ top: frame.current.scrollHeight }), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the growth of the list, also by a refusal's reason
  useLayoutEffect(() => {
    const { current: element } = frame
    if (!element) return
    // Scroll events arrive a frame late: a reader who has just left the end must not be pulled back.
    if (sticks.current && end.current - element.scrollTop < NEAR_PX) goToEnd()
    end.current = element.scrollHeight - element.clientHeight
  }, [length, outgoing])

  /** Stops following the end of the list, and stays at the current position. */
  const letGo = useCallback(() => {
    sticks.current = false
  }, [])

  const own = outgoing.length
  const ownBefore = useRef(own)
  useLayoutEffect(() => {
    if (own > ownBefore.current) goToEnd()
    ownBefore.current = own
  }, [own, goToEnd])

  return { frame, isAtEnd, goToEnd, letGo }
}
