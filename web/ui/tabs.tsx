import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const Tabs = Radix.Root

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-paper-deep p-1 outline-none', className)}
      style={{ outline: undefined }}
      {...props}
    />
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'min-h-10 cursor-pointer rounded-[0.25rem] px-3 font-medium text-[0.9375rem] text-ink-soft',
        'enabled:hover:text-ink data-[state=active]:bg-card data-[state=active]:text-ink data-[state=active]:shadow-card',
        className,
      )}
      {...props}
    />
  )
}

export function TabsContent({ children, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content {...props} asChild>
      <Panel>{children}</Panel>
    </Radix.Content>
  )
}

/** Radix writes style attributes, which the Content-Security-Policy refuses in a prerendered page: they stay out. */
function Panel({ style: _refused, ...props }: ComponentProps<'div'>) {
  return <div {...props} />
}
