import { type LucideIcon, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'

type LaterProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  label: string
  Icon?: LucideIcon
  /** Its code takes no part of the line before this is so. */
  isTime: boolean
  children: ReactNode
}

/** The button of a dialog whose code is still on its way: it stands where it will stand. */
export function Later({ label, Icon = Plus, variant = 'primary', isTime, children }: LaterProps) {
  const waiting = (
    <Button disabled variant={variant}>
      <Icon aria-hidden />
      {label}
    </Button>
  )
  return isTime ? <Suspense fallback={waiting}>{children}</Suspense> : waiting
}
