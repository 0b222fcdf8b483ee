import { type LucideIcon, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'

type LaterProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  label: string
  Icon?: LucideIcon
  /** Loading starts only once this is true, to leave the bandwidth to more urgent code. */
  isTime: boolean
  children: ReactNode
}

/** The button of a dialog whose code is still loading, in its final position. */
export function LazyButton({ label, Icon = Plus, variant = 'primary', isTime, children }: LaterProps) {
  const waiting = (
    <Button disabled aria-busy variant={variant}>
      <Icon aria-hidden />
      {label}
    </Button>
  )
  return isTime ? <Suspense fallback={waiting}>{children}</Suspense> : waiting
}
