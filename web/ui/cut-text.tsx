import { useCallback, useState } from 'react'
import { cn } from '../lib/cn.ts'
import { Hint } from './tooltip.tsx'

/** A text in one line, except in an open card of a table. Where it does not fit, the pointer, the keyboard and a tap show the whole of it. */
export function CutText({ className, children }: { className?: string; children: string }) {
  const [isCut, setCut] = useState(false)
  const measure = useCallback((line: HTMLElement | null) => {
    if (!line) return
    const watch = new ResizeObserver(() => setCut(line.scrollWidth > line.clientWidth))
    watch.observe(line)
    return () => watch.disconnect()
  }, [])
  const line = (
    <span ref={measure} className={cn('block min-w-0 truncate', inOpenCard, className)}>
      {children}
    </span>
  )
  if (!isCut) return line
  return (
    <Hint text={children} className="block min-w-0 max-w-full">
      {line}
    </Hint>
  )
}

const inOpenCard = 'folded:group-data-open/row:wrap-anywhere folded:group-data-open/row:whitespace-normal'
