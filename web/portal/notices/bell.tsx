import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { loadChunk } from '../offline/load-chunk.ts'
import { unreadQuery } from './unread-query.ts'

/** The first rows do not wait for the code of a popover. */
const NoticesPopover = lazy(() => loadChunk(() => import('./notices-popover.tsx')))

/** The bell with the number of unread notices, which opens their list. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const popover = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(unreadQuery())
  const count = data?.notices ?? 0
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        title="For You"
        aria-label={count === 0 ? 'For You' : `For You, ${count > 99 ? 'more than 99' : count} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popover : undefined}
        className="relative text-ink-soft"
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-light px-1 text-center font-semibold text-[0.625rem] text-on-light tabular-nums leading-4 ring-2 ring-card"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <NoticesPopover id={popover} button={button} hasUnread={count > 0} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
