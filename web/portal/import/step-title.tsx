import { type ReactNode, useEffect, useRef } from 'react'

/** Where the keyboard and a screen reader go on when a step has given way to the next. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className="font-semibold outline-none">
      {children}
    </h3>
  )
}
