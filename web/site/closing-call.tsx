import { terms } from '../lib/terms.ts'
import { ButtonLink } from './button-link.tsx'
import { Street } from './street/street.tsx'

type ClosingCallProps = {
  talk?: string
  /** A second link of the section, for visitors who are not ready to talk. */
  other?: { href: '/pricing' | '/services'; text: string }
}

/** The end of a public page: the street at night with one lit shop, and a link to the contact form. */
export function ClosingCall({ talk = 'Talk to us', other }: ClosingCallProps) {
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
        <div className="mt-8 flex flex-wrap gap-4">
          <ButtonLink href="/contact" look="light">
            {talk}
          </ButtonLink>
          {other && (
            <ButtonLink href={other.href} look="outline">
              {other.text}
            </ButtonLink>
          )}
        </div>
      </div>
      <Street night />
    </section>
  )
}
