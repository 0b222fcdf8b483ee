import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Nothing is here, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 border-line border-t px-5 py-14 text-center">
      <p className="font-medium">{title}</p>
      <p className="text-ink-soft">{children}</p>
    </div>
  )
}

/** Something could not be loaded: what, why if that is known, and a way to try again. */
export function ErrorState({ title, detail, onRetry }: { title: string; detail?: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 border-line border-t px-5 py-12 text-center">
      <div>
        <p className="font-medium">{title}</p>
        {detail !== undefined && <p className="break-words text-ink-soft">{detail}</p>}
      </div>
      <Button variant="outline" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
