import { agency } from '../../agency.ts'
import { ButtonLink } from '../button-link.tsx'
import { Street } from '../street/street.tsx'

/** The headline of the home page, with the picture of the street. */
export function Hero() {
  return (
    <section className="hero">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-start gap-x-10 gap-y-8 px-gutter">
        <div className="grow basis-160">
          <h1 className="max-w-[8.05em] font-display text-hero">Be the busiest door on the street.</h1>
          <p className="mt-6 text-ink-soft text-lead">{agency.promise}</p>
          <div className="mt-8 flex flex-wrap gap-4">
            <ButtonLink href="/contact">Get Your Free Strategy Call</ButtonLink>
            <ButtonLink href="/services" look="outline">
              Explore Services
            </ButtonLink>
          </div>
        </div>
        <a className="staff-sign" href="/auth">
          Agency CRM Login
        </a>
      </div>
      <Street />
    </section>
  )
}
