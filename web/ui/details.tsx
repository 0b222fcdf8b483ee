import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** A list of labels and values, with the columns set by `className`. */
export function Details({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cn('grid grid-cols-1 gap-x-8 gap-y-5', className)}>{children}</dl>
}

type DetailProps = { label: string; Icon: LucideIcon; className?: string; children: ReactNode }

export function Detail({ label, Icon, className, children }: DetailProps) {
  return (
    <div className={cn('grid min-w-0 content-start grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3', className)}>
      <dt className="col-start-2 text-ink-soft text-sm">{label}</dt>
      <dd className="col-start-2 wrap-anywhere">{children}</dd>
      <Icon aria-hidden className="col-start-1 row-span-2 row-start-1 mt-0.5 size-4 text-ink-soft" />
    </div>
  )
}

/** The text in place of an unknown value. */
export const UnknownValue = ({ children }: { children: ReactNode }) => <span className="text-ink-soft">{children}</span>
