import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const Tabs = Radix.Root

/** The classes of tabs, shared with plain HTML. */
export const tabListClasses =
  'grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-paper-deep p-1 outline-none forced-colors:border'
export const tabClasses =
  'min-h-10 cursor-pointer rounded-[0.25rem] px-3 font-medium text-[0.9375rem] text-ink-soft enabled:hover:text-ink ' +
  'aria-selected:bg-card aria-selected:text-ink aria-selected:shadow-card forced-colors:aria-selected:system-chosen'

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn(tabListClasses, className)} style={{ outline: undefined }} {...props} />
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger className={cn(tabClasses, className)} {...props} />
}

export function TabsContent({ children, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content {...props} asChild>
      <Panel>{children}</Panel>
    </Radix.Content>
  )
}

/** The panel drops Radix's style attributes, which the Content-Security-Policy refuses in a prerendered page. */
function Panel({ style: _refused, ...props }: ComponentProps<'div'>) {
  return <div {...props} />
}
