import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ben, north, south } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientRoute from './client-route.tsx'

const CLARA = 'c0000000-0000-4000-8000-000000000001'
const clara = { id: CLARA, agency_id: north, name: 'Clara Client', email: 'clara@client.test' }

function open(titles: readonly string[], client: Record<string, unknown> = {}) {
  const backend = new FakeBackend({ clients: [{ ...clara, ...client }] })
  for (const title of titles) backend.table('password_vault').insert({ title, username: 'agency', client_id: CLARA })
  const screens = [{ path: '/dashboard/clients/:clientId', Component: ClientRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/clients/${CLARA}`, as: ben })
}

const vault = () => page.getByRole('region', { name: 'Vault' })

it('[vault.md#clients] shows what the vault holds about a client, and the way there', async () => {
  const portal = open(['Shop & more', 'Desk'])
  await expect.element(vault().getByRole('listitem')).toHaveLength(2)
  await expect
    .element(vault().getByRole('link', { name: /^Shop & more/ }))
    .toHaveAttribute('href', `/dashboard/vault?client=${CLARA}&search=Shop%20%26%20more`)
  const link = vault().getByRole('link', { name: 'Open in the vault' })
  await expect.element(link).toHaveAttribute('href', `/dashboard/vault?client=${CLARA}`)
  await expectAccessible()
  await vault().getByRole('link', { name: 'Add Entry' }).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/vault?client=${CLARA}&new`)
})

it('[vault.md#clients] shows the first of many, and says how many there are', async () => {
  open(Array.from({ length: 12 }, (_, place) => `Entry ${place}`))
  await expect.element(vault().getByRole('listitem')).toHaveLength(8)
  await expect.element(vault().getByRole('link', { name: 'All 12 in the vault' })).toBeVisible()
})

it('[vault.md#clients] says that there is nothing yet', async () => {
  open([])
  await expect.element(vault().getByText('No entries yet.')).toBeVisible()
})

it('[vault.md#clients] is not there for the client of another agency, about whom one can keep nothing', async () => {
  open([], { agency_id: south })
  await expect.element(page.getByRole('region', { name: 'Projects' })).toBeVisible()
  await expect.element(vault()).not.toBeInTheDocument()
})
