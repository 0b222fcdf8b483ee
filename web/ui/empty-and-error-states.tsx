import { type ReactNode, useState } from 'react'
import { recentlyFailedRequest } from '../lib/last-failed-request.ts'
import { Button } from './button.tsx'

/** The content of an empty list, with advice. */
export function EmptyState({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 border-line border-t px-5 py-14 text-center">
      <p className="font-medium">{title}</p>
      <p className="text-ink-soft">{children}</p>
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** The content after a failed load: what failed, the reason if known, and a retry button. */
export function ErrorState({ title, detail, onRetry }: { title: string; detail?: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 border-line border-t px-5 py-12 text-center">
      <div>
        <p className="font-medium">{title}</p>
        {detail !== undefined && <p className="break-words text-ink-soft">{detail}</p>}
        <FailedRequest />
      </div>
      <Button variant="outline" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}

/** The id of the failed request, which support can look up in the log. */
export function FailedRequest() {
  const [request] = useState(recentlyFailedRequest)
  if (request === undefined) return null
  return (
    <p className="mt-1 text-ink-soft text-sm">
      If you report this, name the request <code className="select-all break-all">{request}</code>
    </p>
  )
}
