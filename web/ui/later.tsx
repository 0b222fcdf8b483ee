import { Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'

/** The button of a dialog whose code is still on its way: it stands where it will stand. */
export function Later({ label, children }: { label: string; children: ReactNode }) {
  const waiting = (
    <Button disabled>
      <Plus aria-hidden />
      {label}
    </Button>
  )
  return <Suspense fallback={waiting}>{children}</Suspense>
}
