import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'

/** A link back to a list with the search, filters and page that the person came from. */
export function BackToList({ to, children }: { to: string; children: string }) {
  const { state } = useLocation()
  const list: unknown = state?.list
  return (
    <Button variant="ghost" asChild className="-ml-3 justify-self-start px-3 text-ink-soft">
      <Link to={{ pathname: to, search: typeof list === 'string' ? list : '' }}>
        <ArrowLeft aria-hidden />
        {children}
      </Link>
    </Button>
  )
}
