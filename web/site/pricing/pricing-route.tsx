import { terms } from '../../lib/terms.ts'
import { ClosingCall } from '../closing-call.tsx'
import { PageIntro } from '../page-intro.tsx'
import { pageMeta } from '../seo/page-meta.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { FaqList } from './faq-list.tsx'
import { PlanTabs } from './plan-tabs.tsx'

export const meta = () => pageMeta('/pricing')

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
      <ClosingCall other={{ href: '/services', text: 'See what we do' }} />
    </>
  )
}
