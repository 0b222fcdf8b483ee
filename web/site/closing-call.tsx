import type { ReactNode } from 'react'
import { terms } from '../agency.ts'
import { Street } from './street/street.tsx'

/** The end of a page, in the evening: the street goes dark, one shop keeps its lights on. The links are the page's. */
export function ClosingCall({ children }: { children: ReactNode }) {
  return (
    <section className="dusk overflow-hidden bg-dusk text-on-dusk" aria-labelledby="closing">
      <div className="mx-auto max-w-page px-gutter pt-section pb-14">
        <h2 id="closing" className="max-w-[9.9em] font-display text-title">
          Come in, we’re open.
        </h2>
        <p className="mt-5 max-w-[46ch] text-lead text-on-dusk-soft">
          {terms.freeCallMinutes} minutes on the phone, free. Tell us about your business, and we tell you what we would
          do first.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">{children}</div>
      </div>
      <Street night />
    </section>
  )
}
