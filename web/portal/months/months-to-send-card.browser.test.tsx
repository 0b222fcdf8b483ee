import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts, horizontalOverflow, phone } from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ben, type Person } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const MONTHS_TO_SEND = '/rest/v1/rpc/months_to_send'

const open = (backend: FakeBackend, as: Person = ben) =>
  Portal.open(backend, { screens: portalScreens, at: '/dashboard', as })

/** A backend whose agency has clients of these names whose October is to be mailed. */
function withMonths(names: readonly string[], count = names.length) {
  const backend = new FakeBackend()
  const rows = names.map((name) => ({ client_id: name.toLowerCase(), name, month: '2026-10-01' }))
  backend.answer('GET', MONTHS_TO_SEND, () => Response.json(rows, { headers: { 'content-range': `*/${count}` } }))
  return backend
}

const card = () => page.getByRole('region', { name: 'Months to Send' })
const lines = () => card().getByRole('listitem')

it('[dashboard.md#months-to-send] names the clients, and each line opens the month on the client’s page', async () => {
  const { backend } = open(withMonths(['Bakery', 'Florist']))
  await expectTexts(lines(), ['BakeryOctober 2026', 'FloristOctober 2026'])
  await expect
    .element(card().getByRole('link', { name: /^Florist/ }))
    .toHaveAttribute('href', '/dashboard/clients/florist?month=2026-10')
  await expect.element(card().getByRole('button')).not.toBeInTheDocument()
  await expectAccessible()
  expect(backend.sent('GET', MONTHS_TO_SEND)).toHaveLength(1)
})

it('[dashboard.md#months-to-send] shows five and the rest on demand, within a narrow phone', async () => {
  await page.viewport(...phone)
  open(
    withMonths(
      [...['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `${letter} Shop`), 'Donaudampfschiff'.repeat(6)],
      140,
    ),
  )
  await expect.element(lines()).toHaveLength(5)
  await card().getByRole('button', { name: 'Show All (140)' }).click()
  await expect.element(lines()).toHaveLength(7)
  await expect.element(card()).toMatchTextContent('The first 7 are listed.')
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await card().getByRole('button', { name: 'Show Fewer' }).click()
  await expect.element(lines()).toHaveLength(5)
})

it('[dashboard.md#months-to-send] is not there without lines', async () => {
  const { backend } = open(withMonths([]))
  await expect.poll(() => backend.sent('GET', MONTHS_TO_SEND)).toHaveLength(1)
  await expect.element(page.getByRole('region', { name: 'Quick Actions' })).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
})

it('is not asked for by a person without access', async () => {
  const { backend } = open(withMonths(['Bakery']), { ...ben, roles: ['user'] })
  await expect.element(page.getByRole('heading', { name: 'Welcome, and one more step' })).toBeVisible()
  expect(backend.sent('GET', MONTHS_TO_SEND)).toEqual([])
})

it('says where it could not be loaded, and loads again', async () => {
  const backend = withMonths(['Bakery'])
  const mend = backend.answer('GET', MONTHS_TO_SEND, () => refusal('Out of order', { status: 400 }))
  open(backend)
  await expect.element(card()).toMatchTextContent('The months to send could not be loaded.')
  mend()
  await card().getByRole('button', { name: 'Try Again' }).click()
  await expect.element(card()).toMatchTextContent('Bakery')
})
