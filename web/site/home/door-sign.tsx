import { terms } from '../../lib/terms.ts'

const rows = [
  ['First call', `${terms.freeCallMinutes} minutes, free`],
  ['Replies', `within ${terms.replyHours} hours`],
  ['Launch', `${terms.launchWeeks} weeks`],
  ['First results', `usually within ${terms.resultsWithinMonths} months`],
  ['Contract', 'month to month'],
  ['Leaving', `${terms.cancellationDays} days’ notice`],
] as const

/** The agency's terms, drawn as a shop's sign with opening hours. */
export function DoorSign() {
  return (
    <section className="bg-paper-deep" aria-labelledby="terms">
      <div className="mx-auto grid max-w-page items-center gap-x-16 gap-y-14 px-gutter py-section lg:grid-cols-[5fr_6fr]">
        <div>
          <h2 id="terms" className="max-w-[8.7em] font-display text-title">
            Our terms hang on the door.
          </h2>
          <p className="mt-5 max-w-[44ch] text-ink-soft text-lead">
            You sign for a month, not for a year. If we don’t earn the next one, you take the sign down.
          </p>
        </div>
        <dl className="door-sign dusk">
          {rows.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
