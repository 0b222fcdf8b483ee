import { Link, useLocation } from 'react-router'
import { BreakableText } from '../../ui/breakable-text.tsx'

/**
 * The name of a row as a link to its screen, which links back to the search, filters and page that the person came from.
 */
export function RowLink({ to, name }: { to: string; name: string }) {
  const { search } = useLocation()
  return (
    <Link
      to={to}
      state={{ list: search }}
      title={name}
      className="line-clamp-2 font-medium underline-offset-2 hover:underline unfolded:line-clamp-1 unfolded:leading-tight"
    >
      <BreakableText>{name}</BreakableText>
    </Link>
  )
}
