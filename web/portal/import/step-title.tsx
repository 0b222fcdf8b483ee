import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of an import step. It takes the focus, so that the keyboard and a screen reader continue there. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className="font-semibold outline-none">
      {children}
    </h3>
  )
}
