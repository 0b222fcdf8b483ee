import { Popover } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { keepOpenForToasts } from '../../ui/overlay.ts'
import { NoticeList } from './notice-list.tsx'

type NoticesPopoverProps = {
  id: string
  button: RefObject<HTMLButtonElement | null>
  hasUnread: boolean
  onClose: () => void
}

/** The list of notices below the bell, which keeps its button: this code loads once it is pressed. */
export default function NoticesPopover({ id, button, hasUnread, onClose }: NoticesPopoverProps) {
  const isFocusElsewhere = useRef(false)
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label="For You"
          onInteractOutside={(event) => {
            keepOpenForToasts(event)
            // A press of the bell itself closes the list.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
            if (!event.defaultPrevented) isFocusElsewhere.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isFocusElsewhere.current) button.current?.focus()
          }}
          className="z-40 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-card border border-line bg-card shadow-raised"
        >
          <NoticeList onLeave={onClose} hasUnread={hasUnread} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
