import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A visual placeholder while data is loading. Announce the loading state once, nearby. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      aria-hidden
      className={cn('block rounded-control bg-paper-deep motion-safe:animate-pulse', className)}
      {...props}
    />
  )
}
