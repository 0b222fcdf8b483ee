import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Earlier } from './earlier-messages.ts'

/**
 * The distance from the top of the list at which earlier messages are requested, so that they arrive before the reader does.
 */
const AHEAD = '800px 0px 0px 0px'

type EarlierDoorProps = {
  earlier: Exclude<Earlier, 'none'>
  /** The id of the message below the loader. */
  first: string | undefined
  onReach: () => void
}

/** Loads earlier messages when the reader scrolls near. It has the same height in every state. */
export function EarlierMessagesLoader({ earlier, first, onReach }: EarlierDoorProps) {
  const door = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: if the new messages fit into the window, the reader is still near
  useEffect(() => {
    const { current: element } = door
    if (!element) return
    const options = { root: element.parentElement, rootMargin: AHEAD }
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), options)
    near.observe(element)
    return () => near.disconnect()
  }, [first, onReach])

  return (
    <div ref={door} className="flex h-12 items-center justify-center gap-3 text-ink-soft text-sm">
      {earlier === 'failed' ? (
        <>
          Earlier messages did not load.
          <Button variant="link" size="inline" onClick={onReach}>
            Try Again
          </Button>
        </>
      ) : (
        <>
          <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
          <span className="sr-only">Earlier messages are loading</span>
        </>
      )}
    </div>
  )
}
