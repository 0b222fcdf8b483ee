import type { ReactNode } from 'react'
import { slot } from '../../lib/slot.ts'
import { terms } from '../../lib/terms.ts'
import { IfFact } from '../facts/fact-markup.tsx'

const ON_REQUEST = 'On request, by the form'

/** The agency's address, phone number and mail address. */
export function ContactDetails() {
  return (
    <div className="grid content-start gap-10">
      <section className="promise dusk" aria-labelledby="support-promise">
        <h2 id="support-promise" className="font-display text-heading">
          Support Promise
        </h2>
        <p className="mt-2 text-on-dusk-soft">
          Whether you are a client or only asking: you hear back from us within {terms.replyHours} hours.
        </p>
      </section>
      <dl className="grid gap-6">
        <Detail term="Phone">
          <IfFact by="phone" otherwise={ON_REQUEST}>
            <IfFact by="phoneLink" otherwise={slot('phone')}>
              <a className="underline underline-offset-4" href={slot('phoneLink')}>
                {slot('phone')}
              </a>
            </IfFact>
          </IfFact>
        </Detail>
        <Detail term="Email">
          <IfFact by="email" otherwise={ON_REQUEST}>
            <a className="break-words underline underline-offset-4" href={`mailto:${slot('email')}`}>
              {slot('email')}
            </a>
          </IfFact>
        </Detail>
        <Detail term="Address">
          <IfFact by="postalAddress" otherwise={ON_REQUEST}>
            <span className="whitespace-pre-line">{slot('postalAddress')}</span>
          </IfFact>
        </Detail>
        <Detail term="Live chat">{slot('liveChatHours')}</Detail>
        <Detail term="Strategy call">
          {terms.freeCallMinutes} minutes, free
          <IfFact by="bookingLink">
            <a className="mt-1 block text-base underline underline-offset-4" href={slot('bookingLink')} rel="noopener">
              Or pick a time yourself
            </a>
          </IfFact>
        </Detail>
      </dl>
    </div>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="mt-0.5 text-balance font-display text-heading">{children}</dd>
    </div>
  )
}
