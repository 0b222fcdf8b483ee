import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type TooltipProps = { text: string; isEnabled?: boolean; side?: 'top' | 'right'; children: ReactNode }

/** Shows the name of an icon; the element itself must have the name too. */
export function Tooltip({ text, isEnabled = true, side = 'top', children }: TooltipProps) {
  if (!isEnabled) return children
  return (
    <Radix.Provider delayDuration={150}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={8}
            className="z-50 rounded-control bg-dusk-raised px-2.5 py-1.5 text-on-dusk text-sm shadow-raised"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
