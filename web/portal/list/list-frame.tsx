import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'

type ListFrameProps = {
  /** True while the next page or search is loading and the rows of the previous one are still shown. */
  isStale: boolean
  className?: string
  children: ReactNode
}

/** The frame of a list. It fades only when an answer takes a while; most are faster and would make it flicker. */
export function ListFrame({ isStale, className, children }: ListFrameProps) {
  return (
    <div className={cn('@container transition-opacity', isStale && 'opacity-60 delay-200', className)}>{children}</div>
  )
}
