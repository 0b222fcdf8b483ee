import { Badge } from '../../ui/badge.tsx'
import { type EnquiryState, stateBadges } from './enquiry.ts'

export function StateBadge({ state }: { state: EnquiryState }) {
  const { label, tone } = stateBadges[state]
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {label}
    </Badge>
  )
}
