import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { Skeleton } from './skeleton.tsx'

type FigureProps = { label: string; value: ReactNode; isBad?: boolean; className?: string }

/** A number in a definition list, with a placeholder while it is loading. */
export function Metric({ label, value, isBad, className }: FigureProps) {
  return (
    <div className={cn('px-5 py-4', className)}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className={cn('mt-1 h-8 font-semibold text-2xl tabular-nums leading-8', isBad && 'text-danger')}>
        {value ?? <Skeleton className="h-8 w-14" />}
      </dd>
    </div>
  )
}
