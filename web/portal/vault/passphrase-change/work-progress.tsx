import { Progress } from '../../../ui/progress.tsx'

type WorkProgressProps = {
  /** The current work: 'Opening your entries'. */
  label: string
  done: number
  count: number
  /** Further results so far. */
  children?: string
}

/** A progress bar. It moves with every step, and screen readers announce every tenth. */
export function WorkProgress({ label, done, count, children }: WorkProgressProps) {
  const tenths = count === 0 ? 0 : Math.floor((done / count) * 10)
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
        <span className="font-medium">{label}</span>
        <span className="text-ink-soft">
          {count === 0 ? 'Reading...' : `${done.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`}
        </span>
      </p>
      <Progress aria-label={label} className="w-full" max={Math.max(count, 1)} value={done} />
      {children !== undefined && <p className="text-ink-soft text-sm tabular-nums">{children}</p>}
      <p role="status" className="sr-only">
        {label}: {tenths * 10} percent
      </p>
    </div>
  )
}
