import { Badge } from '../../ui/badge.tsx'
import { useMe } from '../me/me.ts'
import { type Enquiry, perhapsSpamBadge, stateBadges, takerOf } from './enquiry.ts'

type StateBadgeProps = { enquiry: Pick<Enquiry, 'state' | 'is_set_aside' | 'taken_by' | 'taker'> }

export function StateBadge({ enquiry }: StateBadgeProps) {
  const { state, is_set_aside } = enquiry
  const taker = takerOf(enquiry, useMe().id)
  const { label, tone } = is_set_aside ? perhapsSpamBadge : stateBadges[state]
  const text = state === 'taken' && taker !== undefined ? `${label} to ${taker}` : label
  return (
    <Badge tone={tone} className="max-w-full" title={text}>
      <span className="truncate">{text}</span>
    </Badge>
  )
}
