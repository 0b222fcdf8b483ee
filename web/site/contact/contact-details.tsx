import type { ReactNode } from 'react'
import { type ContactWays, terms } from '../../agency.ts'

/** Every way to reach the agency that it has; what is not set in agency.ts is not here. */
export function ContactDetails({ ways: { phone, email, address } }: { ways: ContactWays }) {
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
        {phone && (
          <Detail term="Phone">
            <a className="underline underline-offset-4" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </Detail>
        )}
        {email && (
          <Detail term="Email">
            <a className="underline underline-offset-4" href={`mailto:${email}`}>
              {email}
            </a>
          </Detail>
        )}
        {address && (
          <Detail term="Address">
            {address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Detail>
        )}
        <Detail term="Live chat">
          {terms.liveChat.days}, <span className="block">{terms.liveChat.hours}</span>
        </Detail>
        <Detail term="Strategy call">{terms.freeCallMinutes} minutes, free</Detail>
      </dl>
    </div>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="mt-0.5 font-display text-heading">{children}</dd>
    </div>
  )
}
