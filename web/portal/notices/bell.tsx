import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { keepOpenForToasts } from '../../ui/overlay.ts'
import { NoticeList } from './notice-list.tsx'
import { unreadQuery } from './notice-queries.ts'

/** The bell with the number of unread notices, which opens their list. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(unreadQuery())
  const count = data?.notices ?? 0
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button
          variant="ghost"
          size="icon"
          title="For You"
          aria-label={count === 0 ? 'For You' : `For You, ${count > 99 ? 'more than 99' : count} unread`}
          className="relative text-ink-soft"
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
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label="For You"
          onInteractOutside={keepOpenForToasts}
          className="z-40 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-card border border-line bg-card shadow-raised"
        >
          <NoticeList onLeave={() => setOpen(false)} hasUnread={count > 0} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
