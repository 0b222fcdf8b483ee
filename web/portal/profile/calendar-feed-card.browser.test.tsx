import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectToast, horizontalOverflow, phone } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ben } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { CalendarFeedCard } from './calendar-feed-card.tsx'

const MINE = '/rest/v1/rpc/my_calendar_feed'
const card = () => page.getByRole('region', { name: 'Calendar feed' })
const button = (name: string) => card().getByRole('button', { name })

it('[profile.md#calendar-feed] is made, shown once, and revoked, within a narrow phone', async () => {
  await page.viewport(...phone)
  const backend = new FakeBackend({})
  let feeds: object[] = []
  backend.answer('GET', MINE, () => Response.json(feeds))
  backend.answer('POST', '/rest/v1/rpc/make_calendar_feed', () => {
    feeds = [{ made_at: '2026-11-28T10:00:00Z', read_at: null }]
    return Response.json('S'.repeat(43))
  })
  backend.answer('POST', '/rest/v1/rpc/revoke_calendar_feed', () => {
    feeds = []
    return new Response(null, { status: 204 })
  })
  const screens = [{ path: '/dashboard/profile', Component: CalendarFeedCard }]
  const portal = Portal.open(backend, { screens, at: '/dashboard/profile', as: ben })
  await button('Make Address').click()
  const address = expect.stringMatching(/^https?:.*\/functions\/v1\/calendar\/S{43}\.ics$/)
  await expect.element(card().getByLabelText('Feed address')).toHaveValue(address)
  await expect
    .element(card().getByRole('link', { name: 'Open in Calendar' }))
    .toHaveAttribute('href', expect.stringMatching(/^webcal:/))
  expect(horizontalOverflow()).toBe(0)
  portal.reload()
  await expect.element(card()).toMatchTextContent('Not read yet.')
  await expect.element(card().getByLabelText('Feed address')).not.toBeInTheDocument()
  await button('Revoke Address').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast('Calendar feed revoked')
  await expect.element(button('Make Address')).toBeVisible()
})
