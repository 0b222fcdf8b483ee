import type { ReactNode } from 'react'
import { slot } from '../../lib/slot.ts'
import { IfFact } from '../facts/fact-markup.tsx'

/** What is stored about visitors: the agency's own text, or else one that is true of this software as it is. */
export function PrivacyNotice() {
  return (
    <section id="privacy" aria-labelledby="privacy-title" className="mx-auto max-w-page px-gutter pb-section">
      <h2 id="privacy-title" className="font-display text-heading">
        Privacy
      </h2>
      <div className="mt-4 grid max-w-[68ch] gap-3 break-words text-ink-soft">
        <IfFact by="privacyNotice" otherwise={<DefaultNotice />}>
          <p className="whitespace-pre-line">{slot('privacyNotice')}</p>
        </IfFact>
      </div>
    </section>
  )
}

const DefaultNotice = () => (
  <>
    <Answer to="What we store.">
      What you type into the form above and when you sent it. We get it by email too. Our server sees your IP address,
      as every server does. To stop floods of messages it keeps a scrambled form of it, which counts for an hour and is
      deleted with the next message after that.
    </Answer>
    <Answer to="Why.">To answer you, and to work for you if you become a client.</Answer>
    <Answer to="How long.">
      <IfFact by="monthsKept" otherwise="Until we delete it.">
        Until {slot('monthsKept')} months after we last dealt with it, if you do not become a client. Otherwise until we
        delete it.
      </IfFact>{' '}
      What we delete can be brought back for 30 days and is then erased. Backups may hold it until they are replaced by
      later ones.
    </Answer>
    <Answer to="If you are a client.">
      On the page that we make for you we also store when its link was opened, and what you answer or ask for there.
    </Answer>
    <Answer to="No cookies.">
      This site sets no cookies. If it counts visits, it keeps sums for each day and nothing about who came. What you
      type stays in your browser until you send it. If you sign in, your browser also keeps you signed in until you sign
      out.
    </Answer>
    <Answer to="Whom to write to.">
      To read, correct or erase what we store about you,{' '}
      <IfFact by="email" otherwise="send us the form above.">
        write to{' '}
        <a className="underline underline-offset-4" href={`mailto:${slot('email')}`}>
          {slot('email')}
        </a>
        .
      </IfFact>
    </Answer>
  </>
)

const Answer = ({ to, children }: { to: string; children: ReactNode }) => (
  <p>
    <strong className="font-semibold text-ink">{to}</strong> {children}
  </p>
)
