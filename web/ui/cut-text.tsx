import { type ReactNode, useCallback, useState } from 'react'
import { cn } from '../lib/cn.ts'
import { LaterHint } from './later-tooltip.tsx'

type CutTextProps = { className?: string } & (
  | { children: string; whole?: string }
  | { children: ReactNode; whole: string }
)

/**
 * A text in one line of a table; on a card it wraps. Where the text does not fit, the pointer, the keyboard and a tap
 * show the whole of it.
 */
export function CutText({ className, children, whole = typeof children === 'string' ? children : '' }: CutTextProps) {
  const [isCut, setCut] = useState(false)
  const measure = useCallback((line: HTMLElement | null) => {
    if (!line) return
    const watch = new ResizeObserver(() => setCut(line.scrollWidth > line.clientWidth))
    watch.observe(line)
    return () => watch.disconnect()
  }, [])
  const line = (
    <span ref={measure} className={cn('block min-w-0 folded:wrap-anywhere unfolded:truncate', className)}>
      {children}
    </span>
  )
  if (!isCut) return line
  return (
    <LaterHint text={whole} className="block min-w-0 max-w-full">
      {line}
    </LaterHint>
  )
}
