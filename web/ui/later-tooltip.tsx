import { type ComponentProps, lazy, Suspense } from 'react'
import type { Hint, Tooltip } from './tooltip.tsx'

/**
 * Tooltips whose code loads beside the first rows, which do not wait for it. Until then, and if it does not load, their
 * content is shown without one.
 */
const load = () => import('./tooltip.tsx').catch(() => ({ Tooltip: PlainTooltip, Hint: PlainHint }))
const LoadedTooltip = lazy(async () => ({ default: (await load()).Tooltip }))
const LoadedHint = lazy(async () => ({ default: (await load()).Hint }))

/** `Tooltip`, loaded later. */
export const LaterTooltip = (props: ComponentProps<typeof Tooltip>) => (
  <Suspense fallback={<PlainTooltip {...props} />}>
    <LoadedTooltip {...props} />
  </Suspense>
)

/** `Hint`, loaded later. */
export const LaterHint = (props: ComponentProps<typeof Hint>) => (
  <Suspense fallback={<PlainHint {...props} />}>
    <LoadedHint {...props} />
  </Suspense>
)

const PlainTooltip = ({ children }: ComponentProps<typeof Tooltip>) => children

const PlainHint = ({ className, children }: ComponentProps<typeof Hint>) => (
  <span className={className}>{children}</span>
)
