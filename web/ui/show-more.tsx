import { Button } from './button.tsx'

type ShowMoreProps = {
  shown: number
  count: number
  isLoading: boolean
  /** Whether the last attempt to load more rows failed. */
  hasFailed: boolean
  onMore: () => void
}

/** The end of a partially loaded list, with a button to load more. */
export function ShowMore({ shown, count, isLoading, hasFailed, onMore }: ShowMoreProps) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-5 py-3">
      <p className="text-ink-soft text-sm tabular-nums">
        {shown} of {count}
      </p>
      <Button variant="outline" disabled={isLoading} onClick={onMore}>
        {isLoading ? 'Loading...' : hasFailed ? 'Try Again' : 'Show More'}
      </Button>
    </footer>
  )
}
