import type { Plan } from '../../agency.ts'
import { AwningEdge } from '../awning-edge.tsx'
import { ButtonLink } from '../button-link.tsx'
import { TickList } from '../tick.tsx'
import { type Billing, featureLines, pricePerMonth } from './plan-prices-and-features.ts'

/** The card of a plan; the most popular one has an awning. */
export function PlanCard({ plan, billing }: { plan: Plan; billing: Billing }) {
  return (
    <li className={plan.mostPopular ? 'plan-card plan-card-popular' : 'plan-card'}>
      {plan.mostPopular && <AwningEdge />}
      <div className="flex grow flex-col p-7 lg:p-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="font-display text-heading">{plan.name}</h3>
          {plan.mostPopular && <p className="popular-mark">Most popular</p>}
        </div>
        <p className="mt-2 text-ink-soft">{plan.description}</p>
        <p className="mt-6 flex flex-wrap items-baseline gap-x-2">
          <span className="font-display text-price">${pricePerMonth(plan, billing)}</span> per month
        </p>
        <p className="text-ink-soft">Setup ${plan.setupFee}</p>
        <TickList items={featureLines(plan, billing)} className="mt-6 mb-8" />
        <ButtonLink href="/contact" look={plan.mostPopular ? 'signal' : 'outline'} className="mt-auto">
          Get Started
        </ButtonLink>
      </div>
    </li>
  )
}
