import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '../../lib/today.ts'
import { expectTexts, rows } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ben, north } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { monthStart, utcToday } from '../plan/month.ts'
import ClientsRoute from './clients-route.tsx'

const thisMonth = `${monthStart(utcToday())}T12:00:00+00:00`
const lastMonth = `${addDays(monthStart(utcToday()), -1)}T12:00:00+00:00`
const growth = { plan: 'Growth AI', plan_since: '2025-01-01', prospect_status: 'active' }
const clients = [
  { name: 'Never', ...growth },
  { name: 'Last month', ...growth, last_content_update_at: lastMonth },
  { name: 'This month', ...growth, last_content_update_at: thisMonth },
  { name: 'No plan', prospect_status: 'active' },
  { name: 'Paused', ...growth, prospect_status: 'paused' },
  { name: 'Not begun', ...growth, plan_since: addDays(utcToday(), 1) },
  { name: 'New', ...growth, prospect_status: null },
]

function open(at: string) {
  const backend = new FakeBackend({
    clients: clients.map((client) => ({ agency_id: north, email: 'owner@shop.test', ...client })),
  })
  const screens = [{ path: '/dashboard/clients', Component: ClientsRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/clients${at}`, as: ben })
}

const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })
const names = () => rows().getByRole('link', { name: /^(Never|Last month|This month|No plan|Paused|Not begun|New)$/ })

beforeEach(() => page.viewport(1280, 800))

it('[clients.md#nothing-yet] lists clients with a plan that has begun and no content update this month', async () => {
  const portal = open('?status=active')
  await view('Nothing Yet This Month').click()
  await expectTexts(names(), ['New', 'Last month', 'Never'])
  await expect.element(view('Nothing Yet This Month')).toHaveAttribute('aria-current', 'page')
  expect(portal.location).toBe('/dashboard/clients?view=nothing-yet')
  await view('Active').click()
  await expect.poll(() => portal.location).toBe('/dashboard/clients?status=active')
})

it('[clients.md#nothing-yet] is read from the address', async () => {
  open('?view=nothing-yet&search=never')
  await expectTexts(names(), ['Never'])
})
