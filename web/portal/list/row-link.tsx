import { Link, useLocation } from 'react-router'
import { BreakableText } from '../../ui/breakable-text.tsx'

/** The name of a row, which leads to its page; from there back to the search, the filters and the page one came from. */
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
