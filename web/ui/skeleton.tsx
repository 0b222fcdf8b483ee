import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** Holds the place of something that is being loaded. It is for the eye; say once, nearby, that loading goes on. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      aria-hidden
      className={cn('block rounded-control bg-paper-deep motion-safe:animate-pulse', className)}
      {...props}
    />
  )
}
