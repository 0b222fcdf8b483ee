import { plans } from '../../agency.ts'
import { terms } from '../../lib/terms.ts'
import { PlanCard } from './plan-card.tsx'
import { type Billing, billings } from './plan-prices-and-features.ts'

const tabLabels = {
  monthly: 'Monthly',
  annual: `Annual (Save ${terms.annualDiscount * 100}%)`,
} as const satisfies Record<Billing, string>

/** The tabs of monthly and annual prices. Monthly prices are shown first; without JavaScript both are shown. */
export function PlanTabs() {
  return (
    <plan-tabs billing="monthly" className="block">
      <div className="tab-list" role="tablist" aria-label="Billing">
        {billings.map((billing) => (
          <button
            key={billing}
            id={`tab-${billing}`}
            type="button"
            className="tab"
            value={billing}
            role="tab"
            aria-selected={billing === 'monthly'}
            aria-controls={`panel-${billing}`}
            tabIndex={billing === 'monthly' ? 0 : -1}
          >
            {tabLabels[billing]}
          </button>
        ))}
      </div>
      {billings.map((billing) => (
        <div
          key={billing}
          id={`panel-${billing}`}
          className="tab-panel"
          role="tabpanel"
          aria-labelledby={`tab-${billing}`}
        >
          <h2 className="tab-panel-title font-display text-heading">{tabLabels[billing]}</h2>
          <ul className="grid items-stretch gap-8 lg:grid-cols-3">
            {plans.map((plan) => (
              <PlanCard key={plan.name} plan={plan} billing={billing} />
            ))}
          </ul>
        </div>
      ))}
    </plan-tabs>
  )
}
