import { expect, it } from 'vitest'
import { destinationAfterSignIn } from './destination.ts'

it.each(['/dashboard', '/dashboard/clients', '/dashboard/projects?agencyId=1', '/dashboard?x=1'])(
  'returns to %j',
  (from) => {
    expect(destinationAfterSignIn({ from })).toBe(from)
  },
)

it.each([
  null,
  undefined,
  'x',
  {},
  { from: 7 },
  { from: '/' },
  { from: '//evil.test/dashboard' },
  { from: '/dashboards' },
])('goes to the dashboard when asked for %j', (state) => {
  expect(destinationAfterSignIn(state)).toBe('/dashboard')
})
