import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Earlier } from './earlier-messages.ts'

/** So far from the beginning of what is there the next messages are asked for: they come before somebody arrives. */
const AHEAD = '800px 0px 0px 0px'

type EarlierDoorProps = {
  earlier: Exclude<Earlier, 'none'>
  /** The message that it stands above. */
  first: string | undefined
  onReach: () => void
}

/** Above the first message: whoever comes near it gets what was said before. As high as it is in each of its states. */
export function EarlierDoor({ earlier, first, onReach }: EarlierDoorProps) {
  const door = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: where what came fits into the window, one is still near the door
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
