import { useId } from 'react'
import { Link } from 'react-router'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import type { Role } from '../me/role.ts'
import { recordsFor } from '../page/records.ts'

/** A card with links to the screens that are not in the sidebar. */
export function RecordsCard({ roles }: { roles: readonly Role[] }) {
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>Records</CardTitle>
      </CardHeader>
      <ul className="grid gap-4 px-5 pb-5">
        {recordsFor(roles).map(({ to, label, description, Icon }) => (
          <li key={to} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
            <div>
              <Link to={to} className="font-medium underline underline-offset-2">
                {label}
              </Link>
              <p className="text-ink-soft text-sm">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
