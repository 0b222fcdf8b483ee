import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, horizontalOverflow, phone } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ana } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const CLIENTS = '/rest/v1/clients'
const box = () => page.getByRole('textbox', { name: 'Go to page' })

function open(count: number) {
  const backend = new FakeBackend()
  backend.answer('GET', CLIENTS, ({ query }) => {
    const from = Number(query.offset)
    const rows = Array.from({ length: Math.min(50, count - from) }, (_, at) => ({
      id: `c${from + at}`,
      name: `Client ${from + at}`,
      email: 'shop@shop.test',
      prospect_status: 'active',
    }))
    return Response.json(rows, { headers: { 'content-range': `${from}-${from + rows.length - 1}/${count}` } })
  })
  return Portal.open(backend, { screens: portalScreens, at: '/dashboard/clients?search=client', as: ana })
}

async function goTo(typed: string) {
  await box().fill(typed)
  await userEvent.keyboard('{Enter}')
}

it('[lists.md#pages] goes to a page by its number, or to the nearest there is', async () => {
  const portal = open(12_345)
  await expect.element(page.getByText('1–50 of 12,345')).toBeVisible()
  await goTo('100')
  await expect.poll(() => portal.location).toBe('/dashboard/clients?search=client&page=100')
  await expect.element(page.getByText('4,951–5,000 of 12,345')).toBeVisible()
  await expect.element(box()).toHaveValue('100')
  // The page number is selected, so that typing replaces it.
  await userEvent.keyboard('7{Enter}')
  await expect.poll(() => portal.location).toBe('/dashboard/clients?search=client&page=7')
  await expect.element(box()).toHaveValue('7')
  await goTo('9999')
  await expect.poll(() => portal.location).toBe('/dashboard/clients?search=client&page=247')
  await goTo('-3')
  await expect.poll(() => portal.location).toBe('/dashboard/clients?search=client')
  await goTo('three')
  await expect.element(box()).toHaveValue('1')
  expect(portal.location).toBe('/dashboard/clients?search=client')
})

it('[lists.md#pages] needs no number for two pages, and has room for it on a phone', async () => {
  open(70)
  await expect.element(page.getByRole('link', { name: 'Next' })).toBeVisible()
  expect(box().length).toBe(0)
  Portal.close()
  await page.viewport(...phone)
  open(12_345)
  await expect.element(box()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})
