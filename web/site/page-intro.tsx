import type { ReactNode } from 'react'

/** The top of every page except the home page, with room for the fixed header. */
export function PageIntro({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-[calc(var(--spacing-header)+clamp(1rem,5vh,4rem))] pb-14">
      <h1 className="max-w-[9.9em] font-display text-hero">{title}</h1>
      <p className="mt-6 max-w-[52ch] text-ink-soft text-lead">{children}</p>
    </div>
  )
}
