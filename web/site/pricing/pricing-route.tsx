import { agency, plans, terms } from '../../agency.ts'
import { ButtonLink } from '../button-link.tsx'
import { ClosingCall } from '../closing-call.tsx'
import { PageIntro } from '../page-intro.tsx'
import type { Route } from './+types/pricing-route.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { FaqList } from './faq-list.tsx'
import { PlanTabs } from './plan-tabs.tsx'

const [cheapest] = plans

export const meta: Route.MetaFunction = () => [
  { title: `Plans and prices | ${agency.name}` },
  {
    name: 'description',
    content: `Three plans for local businesses from $${cheapest.monthlyPrice} per month, month-to-month, with a ${terms.cancellationDays}-day cancellation notice.`,
  },
]

export default function PricingRoute() {
  return (
    <>
      <PageIntro title="Prices, in the window.">
        Three plans, month to month. Upgrade at any time, leave with {terms.cancellationDays} days’ notice.
      </PageIntro>
      <div className="mx-auto max-w-page px-gutter">
        <PlanTabs />
      </div>
      <ComparisonTable />
      <FaqList />
      <ClosingCall>
        <ButtonLink href="/contact" look="light">
          Talk to us
        </ButtonLink>
        <ButtonLink href="/services" look="outline">
          See what we do
        </ButtonLink>
      </ClosingCall>
    </>
  )
}
