import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A progress bar from 0 to 1; requires an `aria-label`. */
export function Progress({ className, ...props }: ComponentProps<'progress'>) {
  return (
    <progress
      className={cn(
        'h-1.5 appearance-none overflow-hidden rounded-full bg-paper-deep',
        '[&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-paper-deep [&::-webkit-progress-value]:bg-ink',
        className,
      )}
      {...props}
    />
  )
}
