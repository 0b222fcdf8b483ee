import { ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'

type FirstUnreadButtonProps = { list: RefObject<HTMLElement | null>; firstUnread: string; onGo: () => void }

/** Leads to the first unread message, until it has been in sight. */
export function FirstUnreadButton({ list, firstUnread, onGo }: FirstUnreadButtonProps) {
  const [isAway, setAway] = useState(false)
  const rowOf = () => list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(firstUnread)}"]`)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is looked up when the message changes
  useEffect(() => {
    const row = rowOf()
    if (!row) return
    const seen = new IntersectionObserver(([entry]) => {
      setAway(!entry?.isIntersecting)
      if (entry?.isIntersecting) seen.disconnect()
    })
    seen.observe(row)
    return () => seen.disconnect()
  }, [firstUnread])

  if (!isAway) return null
  return (
    <Button
      variant="outline"
      className="absolute top-3 right-4 shadow-raised sm:right-5"
      onClick={() => {
        onGo()
        rowOf()?.scrollIntoView({ block: 'start' })
      }}
    >
      <ArrowUp aria-hidden />
      First unread
    </Button>
  )
}
