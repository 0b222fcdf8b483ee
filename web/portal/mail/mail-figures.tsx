import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Card } from '../../ui/card.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { MailState } from './mail.ts'

export function MailFigures({ host, waiting, waiting_since, undelivered }: MailState) {
  return (
    <Card aria-label="Numbers">
      <dl className="grid grid-cols-2 sm:grid-cols-3 sm:divide-x sm:divide-line">
        <Figure label="Not delivered" value={undelivered} isBad={undelivered > 0} />
        <Figure label="Waiting" value={waiting} />
        <Figure
          label="Waiting since"
          value={<span className="text-lg">{waiting_since === null ? '–' : <TimeAgo moment={waiting_since} />}</span>}
          className="col-span-2 border-line border-t sm:col-span-1 sm:border-t-0"
        />
      </dl>
      {host !== null && (
        <p className="border-line border-t px-5 py-3 text-ink-soft text-sm">
          Emails are sent through <span className="wrap-anywhere font-medium text-ink">{host}</span>.
        </p>
      )}
    </Card>
  )
}

type FigureProps = { label: string; value: ReactNode; isBad?: boolean; className?: string }

/** A number in a definition list. */
function Figure({ label, value, isBad, className }: FigureProps) {
  return (
    <div className={cn('px-5 py-4', className)}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className={cn('mt-1 h-8 font-semibold text-2xl tabular-nums leading-8', isBad && 'text-danger')}>{value}</dd>
    </div>
  )
}
