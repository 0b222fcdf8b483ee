import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'

type ListFrameProps = {
  /** The shown rows belong to the previous page or search while the next is loading. */
  isStale: boolean
  className?: string
  children: ReactNode
}

/** The frame of a list. It fades only when an answer takes a moment; most are faster and would make it flicker. */
export function ListFrame({ isStale, className, children }: ListFrameProps) {
  return (
    <div className={cn('@container transition-opacity', isStale && 'opacity-60 delay-200', className)}>{children}</div>
  )
}
