import { Badge } from '../../ui/badge.tsx'
import { statusBadge } from './client.ts'

export function StatusBadge({ stored }: { stored: string | null }) {
  const { status, tone } = statusBadge(stored)
  return (
    <Badge tone={tone} className="capitalize">
      {status}
    </Badge>
  )
}
