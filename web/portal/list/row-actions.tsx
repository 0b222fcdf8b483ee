import { Eye } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'

type RowActionsProps = {
  name: string
  /** The path of the row's screen, which links back to the search, filters and page that the person came from. */
  to: string
  onDelete: () => void
}

export function RowActions({ name, to, onDelete }: RowActionsProps) {
  const { search } = useLocation()
  return (
    <div className="flex items-center gap-1">
      <Button variant="outline" asChild className="whitespace-nowrap px-2.5 text-sm unfolded:min-h-8 unfolded:py-1">
        <Link to={to} state={{ list: search }} title="View Details">
          <Eye aria-hidden className="hidden tight:block" />
          <span className="tight:sr-only">View Details</span>
          <span className="sr-only">of {name}</span>
        </Link>
      </Button>
      <DeleteButton label={`Delete ${name}`} onClick={onDelete} className="unfolded:size-8" />
    </div>
  )
}
