import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { row } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from '../clients/clients-route.tsx'

afterEach(() => onlineManager.setOnline(true))

const strip = () => page.getByText(/^You are offline\./)

function open() {
  const backend = new FakeBackend({ clients: [{ name: 'Bakery', email: 'owner@bakery.test' }] })
  const screens = [{ path: '/dashboard/clients', Component: ClientsRoute }]
  Portal.open(backend, { screens, at: '/dashboard/clients' })
  return backend
}

it('[shell.md#offline] what is open stays, and the strip goes with the reason for it', async () => {
  open()
  await expect.element(row('Bakery')).toBeVisible()
  const place = row('Bakery').element().getBoundingClientRect().top
  expect(strip().query()).toBeNull()

  onlineManager.setOnline(false)
  await expect.element(strip()).toHaveTextContent('You are offline. You can keep reading what is open.')
  expect(row('Bakery').element().getBoundingClientRect().top).toBe(place)

  onlineManager.setOnline(true)
  await expect.poll(() => strip().query()).toBeNull()
})

it('[shell.md#offline] a screen that was not read yet says so, and is read afterwards', async () => {
  onlineManager.setOnline(false)
  const backend = open()
  await expect.element(strip()).toHaveTextContent('You are offline. This loads once you are back online.')
  expect(backend.calls.filter(({ path }) => path === '/rest/v1/clients')).toEqual([])

  onlineManager.setOnline(true)
  await expect.element(row('Bakery')).toBeVisible()
})

it('[shell.md#offline] a link out of the portal waits until there is a network', async () => {
  open()
  await expect.element(row('Bakery')).toBeVisible()
  onlineManager.setOnline(false)
  await page.getByRole('link', { name: 'Mainstreet' }).click()
  await expect.element(page.getByText('That page opens once you are back online.')).toBeVisible()
})
