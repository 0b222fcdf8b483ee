import { Copy, Eye } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'

type RowActionsProps = {
  name: string
  /** The path of the row's screen, which links back to the search, filters and page that the person came from. */
  to: string
  onDelete: () => void
  /** Copies the row, with the name of that action. */
  copy?: { label: string; onCopy: () => void }
}

export function RowActions({ name, to, onDelete, copy }: RowActionsProps) {
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
      {copy && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${copy.label} ${name}`}
          title={copy.label}
          // Where the columns are tight, the page of the row has it alone.
          className="text-ink-soft tight:hidden unfolded:size-8"
          onClick={copy.onCopy}
        >
          <Copy aria-hidden />
        </Button>
      )}
      <DeleteButton label={`Delete ${name}`} onClick={onDelete} className="unfolded:size-8" />
    </div>
  )
}
