import { Badge } from '../../ui/badge.tsx'
import { type EnquiryState, setAsideBadge, stateBadges } from './enquiry.ts'

export function StateBadge({ state, is_set_aside = false }: { state: EnquiryState; is_set_aside?: boolean }) {
  const { label, tone } = is_set_aside ? setAsideBadge : stateBadges[state]
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {label}
    </Badge>
  )
}
