import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A switch. Its label is beside it, connected by `htmlFor`. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        'inline-flex h-6 w-11 shrink-0 cursor-pointer items-center rounded-full border border-line-strong bg-paper-deep p-0.5 transition-colors',
        'data-[state=checked]:border-ink data-[state=checked]:bg-ink disabled:cursor-default disabled:opacity-60',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="size-4 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-ink forced-colors:border-8" />
    </Radix.Root>
  )
}
