import { type Plan, planFeatures, plans, type Service, terms } from '../../agency.ts'

export const billings = ['monthly', 'annual'] as const
export type Billing = (typeof billings)[number]

/** Dollars per month: the annual price is the monthly one less a tenth, rounded. */
export const pricePerMonth = ({ monthlyPrice }: Pick<Plan, 'monthlyPrice'>, billing: Billing) =>
  billing === 'monthly' ? monthlyPrice : Math.round(monthlyPrice * (1 - terms.annualDiscount))

/** What a service costs at least: the plan that it comes with first. */
export function startingPrice({ plan: name }: Service['price']) {
  const plan = plans.find((plan) => plan.name === name) ?? plans[0]
  return { plan: plan.name, monthlyPrice: plan.monthlyPrice, setupFee: plan.setupFee }
}

/** What a plan's card lists: its part of the comparison table, and with annual billing one line more. */
export function featureLines({ name }: Pick<Plan, 'name'>, billing: Billing): string[] {
  const included = planFeatures.flatMap(({ name: feature, in: plans }) => {
    const value = plans[name]
    if (value === false) return []
    return [value === true ? feature : `${value} ${inSentence(feature)}`]
  })
  return billing === 'annual' ? [...included, `${terms.annualDiscount * 100}% discount for annual billing`] : included
}

/** Lower case but for abbreviations: "content updates", "SEO", "AI analytics". */
const inSentence = (name: string) => (/^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1))
