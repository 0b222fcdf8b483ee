import { Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'

type LaterProps = {
  label: string
  /** Its code takes no part of the line before this is so. */
  isTime: boolean
  children: ReactNode
}

/** The button of a dialog whose code is still on its way: it stands where it will stand. */
export function Later({ label, isTime, children }: LaterProps) {
  const waiting = (
    <Button disabled>
      <Plus aria-hidden />
      {label}
    </Button>
  )
  return isTime ? <Suspense fallback={waiting}>{children}</Suspense> : waiting
}
