import { Link } from 'react-router'
import { Alert } from '../../ui/alert.tsx'
import { type ClientDouble, sameText } from '../client-choice/client-doubles.ts'

/** Names the existing clients that a new one would double, before it is saved. */
export function DoublesAlert({ doubles }: { doubles: readonly ClientDouble[] }) {
  if (doubles.length === 0) return null
  return (
    <Alert tone="info">
      <ul className="grid gap-1">
        {doubles.map((double) => (
          <li key={double.id} className="wrap-anywhere">
            <Link
              to={`/dashboard/clients/${double.id}`}
              className="font-medium underline decoration-current/40 underline-offset-4 hover:decoration-current"
            >
              {double.name}
            </Link>{' '}
            has {sameText(double)}.
          </li>
        ))}
      </ul>
    </Alert>
  )
}
