import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'

type ListFrameProps = {
  /** Another page or search is under way: what is shown answers the one before. */
  isStale: boolean
  className?: string
  children: ReactNode
}

/** Around a list, which fades where its answer takes a moment. Most don't, and would only flicker. */
export function ListFrame({ isStale, className, children }: ListFrameProps) {
  return (
    <div className={cn('@container transition-opacity', isStale && 'opacity-60 delay-200', className)}>{children}</div>
  )
}
