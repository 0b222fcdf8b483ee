import { type Plan, planFeatures, plans, type Service } from '../../agency.ts'
import { terms } from '../../lib/terms.ts'

export const billings = ['monthly', 'annual'] as const
export type Billing = (typeof billings)[number]

/** The monthly price in dollars: with annual billing a tenth less, rounded. */
export const pricePerMonth = ({ monthlyPrice }: Pick<Plan, 'monthlyPrice'>, billing: Billing) =>
  billing === 'monthly' ? monthlyPrice : Math.round(monthlyPrice * (1 - terms.annualDiscount))

/** The lowest price of a service: that of the smallest plan that includes the service. */
export function startingPrice({ plan: name }: Service['price']) {
  const plan = plans.find((plan) => plan.name === name) ?? plans[0]
  return { plan: plan.name, monthlyPrice: plan.monthlyPrice, setupFee: plan.setupFee }
}

/** The features on a plan's card: its column of the comparison table, plus one line with annual billing. */
export function featureLines({ name }: Pick<Plan, 'name'>, billing: Billing): string[] {
  const included = planFeatures.flatMap(({ name: feature, in: plans }) => {
    const value = plans[name]
    if (value === false) return []
    return [value === true ? feature : `${value} ${inSentence(feature)}`]
  })
  return billing === 'annual' ? [...included, `${terms.annualDiscount * 100}% discount for annual billing`] : included
}

/** Puts the name of a feature in lower case, except for abbreviations: "content updates", "SEO", "AI analytics". */
const inSentence = (name: string) => (/^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1))
