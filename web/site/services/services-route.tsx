import { services } from '../../agency.ts'
import { ClosingCall } from '../closing-call.tsx'
import { PageIntro } from '../page-intro.tsx'
import { startingPrice } from '../pricing/plan-prices-and-features.ts'
import { Scene } from '../scenes/scene.tsx'
import { pageMeta } from '../seo/page-meta.ts'
import { TickList } from '../tick.tsx'
import { FieldsOfWork } from './fields-of-work.tsx'
import { ProcessStreet } from './process-street.tsx'

export const meta = () => pageMeta('/services')

export default function ServicesRoute() {
  return (
    <>
      <PageIntro title="Four trades, one shop.">
        A website, the marketing that brings people to it, helpers that answer them, and a look that ties it together.
      </PageIntro>
      <div className="mx-auto grid max-w-page gap-y-section px-gutter pb-section">
        {services.map((service) => (
          <ServiceBlock key={service.slug} service={service} />
        ))}
      </div>
      <FieldsOfWork />
      <ProcessStreet />
      <ClosingCall other={{ href: '/pricing', text: 'See plans and prices' }} />
    </>
  )
}

function ServiceBlock({ service: { slug, name, summary, features, price } }: { service: (typeof services)[number] }) {
  return (
    <section className="group grid items-center gap-x-16 gap-y-8 lg:grid-cols-2" aria-labelledby={slug}>
      <Scene name={slug} className="picture group-even:lg:order-last" />
      <div>
        <h2 id={slug} className="font-display text-title">
          {name}
        </h2>
        <p className="mt-4 max-w-[46ch] text-ink-soft text-lead">{summary}</p>
        <TickList items={features} className="mt-6 mb-6" />
        <p className="mb-2 font-semibold">
          From ${startingPrice(price).monthlyPrice} per month, with {price.plan}
        </p>
        <a className="more-link inline-block" href={`/services/${slug}`}>
          Learn More<span className="sr-only"> about {name}</span>
        </a>
      </div>
    </section>
  )
}
