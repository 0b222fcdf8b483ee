import { terms } from '../agency.ts'
import { ButtonLink } from './button-link.tsx'
import { Street } from './street/street.tsx'

/** The end of a page, in the evening: the street goes dark, one shop keeps its lights on. */
export function ClosingCall() {
  return (
    <section className="dusk overflow-hidden bg-dusk text-on-dusk" aria-labelledby="closing">
      <div className="mx-auto max-w-page px-gutter pt-section pb-14">
        <h2 id="closing" className="max-w-[16ch] font-display text-title">
          Come in, we’re open.
        </h2>
        <p className="mt-5 max-w-[46ch] text-lead text-on-dusk-soft">
          {terms.freeCallMinutes} minutes on the phone, free. Tell us about your business, and we tell you what we would
          do first.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">
          <ButtonLink href="/contact" look="light">
            Talk to us
          </ButtonLink>
          <ButtonLink href="/pricing" look="outline">
            See plans and prices
          </ButtonLink>
        </div>
      </div>
      <Street night />
    </section>
  )
}
