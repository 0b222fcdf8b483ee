import { expect, it } from 'vitest'
import { plans } from '../../agency.ts'
import { featureLines, pricePerMonth } from './plan-prices-and-features.ts'

it.each([
  ['Starter AI', 249, 224],
  ['Growth AI', 499, 449],
  ['Elite AI', 749, 674],
])('asks for %s %i dollars a month, or %i with annual billing', (name, monthly, annual) => {
  const plan = plans.find((plan) => plan.name === name)
  expect(plan && [pricePerMonth(plan, 'monthly'), pricePerMonth(plan, 'annual')]).toEqual([monthly, annual])
})

it('rounds to whole dollars', () => {
  expect(pricePerMonth({ monthlyPrice: 15 }, 'annual')).toBe(14)
})

it('adds one line for annual billing', () => {
  const line = '10% discount for annual billing'
  expect(featureLines({ name: 'Growth AI' }, 'annual')).toEqual([
    ...featureLines({ name: 'Growth AI' }, 'monthly'),
    line,
  ])
})

it('lists for a plan only what it has', () => {
  expect(featureLines({ name: 'Starter AI' }, 'monthly')).toEqual([
    '2 content updates per month',
    'Basic SEO',
    'AI chatbot',
    'Custom website design',
    'Mobile responsive',
  ])
})
