import { Tooltip as Radix } from 'radix-ui'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { cn } from '../lib/cn.ts'

/** Shows the name of an icon beside it as a tooltip; the element itself must have the name too. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={150}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <TooltipContent text={text} side="right" />
      </Radix.Root>
    </Radix.Provider>
  )
}

type HintProps = { text: string; className?: string; children: ReactNode }

/** Words with an explanation, which the pointer, the keyboard and a tap open, and Escape closes. */
export function Hint({ text, className, children }: HintProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Radix.Provider delayDuration={150}>
      <Radix.Root open={isOpen} onOpenChange={setOpen}>
        <Radix.Trigger
          type="button"
          // The tooltip stays open when pressed: Radix would close it, which leaves nothing to those who tap.
          onPointerDown={keepOpen}
          onClick={(event) => {
            event.preventDefault()
            setOpen(true)
          }}
          className={cn('cursor-default text-left', className)}
        >
          {children}
        </Radix.Trigger>
        <TooltipContent text={text} side="top" />
      </Radix.Root>
    </Radix.Provider>
  )
}

const keepOpen = (event: PointerEvent) => event.preventDefault()

const TooltipContent = ({ text, side }: { text: string; side: 'top' | 'right' }) => (
  <Radix.Portal>
    <Radix.Content
      side={side}
      sideOffset={8}
      collisionPadding={8}
      className="z-50 max-w-72 rounded-control bg-dusk-raised px-2.5 py-1.5 text-on-dusk text-sm shadow-raised"
    >
      {text}
    </Radix.Content>
  </Radix.Portal>
)
