import { afterEach, expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { phone } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ana, ben, north, type Person } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'
import type { Role } from '../me/role.ts'

afterEach(() => cookieStore.delete('sidebar_state'))

const main = ['Dashboard', 'Clients', 'Projects', 'Messages', 'Reports']
const settings = ['Profile Settings', 'Settings']

const targets: Record<string, string> = {
  Dashboard: '/dashboard',
  Enquiries: '/dashboard/enquiries',
  Clients: '/dashboard/clients',
  Projects: '/dashboard/projects',
  Messages: '/dashboard/messages',
  Reports: '/dashboard/reports',
  'User Management': '/dashboard/users',
  'Password Vault': '/dashboard/vault',
  'Role Management': '/dashboard/roles',
  Agencies: '/dashboard/agencies',
  'Profile Settings': '/dashboard/profile',
  Settings: '/dashboard/settings',
}

const open = (as: Person = ana, at = '/dashboard', backend = new FakeBackend()) =>
  Portal.open(backend, { screens: portalScreens, at, as })

const sidebar = () => page.getByRole('navigation', { name: 'Portal' })
const link = (name: string) => sidebar().getByRole('link', { name, exact: true })
const toggle = () => page.getByRole('button', { name: 'Toggle Sidebar' })
const drawer = () => page.getByRole('dialog')
const expectWidth = (width: number) =>
  expect.poll(() => sidebar().element().closest('aside')?.getBoundingClientRect().width).toBe(width)

it.each<[Role, string[], string[]?]>([
  ['user', []],
  ['agency_staff', []],
  ['agency_admin', ['User Management', 'Password Vault']],
  ['admin', ['User Management', 'Password Vault']],
  ['super_admin', ['User Management', 'Password Vault', 'Role Management', 'Agencies'], ['Enquiries']],
])('[shell.md#entries] sidebar entries of %s', async (role, administration, besides = []) => {
  open({ ...ben, roles: ['user', role] })
  await expect
    .element(sidebar().getByRole('link'))
    .toHaveLength([...main, ...besides, ...administration, ...settings].length)
  for (const name of [...main, ...besides, ...administration, ...settings]) {
    await expect.element(link(name)).toHaveAttribute('href', targets[name])
  }
  await expect
    .element(sidebar().getByText('Administration', { exact: true }))
    .toHaveLength(administration.length > 0 ? 1 : 0)
  await expect.element(sidebar().getByText('Main', { exact: true })).toBeVisible()
  await expect.element(sidebar().getByText('Settings', { exact: true }).first()).toBeVisible()
})

it('[shell.md#entries] sidebar entries mark the page one is on; Dashboard only itself', async () => {
  const portal = open()
  await expect.element(link('Dashboard')).toHaveAttribute('aria-current', 'page')
  await link('Clients').click()
  await expect.element(link('Clients')).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => portal.location).toBe('/dashboard/clients')
  await expect.element(link('Dashboard')).not.toHaveAttribute('aria-current')
})

it('[shell.md#header] the header names the portal and greets by name', async () => {
  open()
  const header = page.getByRole('banner')
  await expect.element(header.getByText('Agency CRM Dashboard', { exact: true })).toBeVisible()
  await expect.element(header.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
  await expect.element(header.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

it('[shell.md#header] the header greets somebody without a display name as User', async () => {
  open(ana, '/dashboard', new FakeBackend({ user_profiles: [{ id: ana.id, agency_id: north, display_name: null }] }))
  await expect.element(page.getByText('Welcome, User', { exact: true })).toBeVisible()
})

it('[shell.md#collapsing] leaves the icons, 3rem of 16rem, and the names to who asks', async () => {
  open()
  await expectWidth(256)
  await toggle().click()
  await expectWidth(48)
  await expect.element(link('Clients')).toBeVisible()
  await toggle().click()
  await expectWidth(256)
})

it.each(['Control', 'Meta'])('[shell.md#collapsing] by %s+b', async (key) => {
  open()
  await expectWidth(256)
  await userEvent.keyboard(`{${key}>}b{/${key}}`)
  await expectWidth(48)
  await userEvent.keyboard(`{${key}>}b{/${key}}`)
  await expectWidth(256)
})

it('[shell.md#collapsing] is remembered in a cookie for 7 days', async () => {
  const portal = open()
  await toggle().click()
  await expectWidth(48)
  const now = Date.now() / 1000
  const expiries = (await commands.cookies()).filter(({ name }) => name === 'sidebar_state')
  expect(expiries.map(({ expires }) => Math.round((expires - now) / 60))).toEqual([7 * 24 * 60])

  portal.reload()
  await expectWidth(48)
  await toggle().click()
  await expectWidth(256)
  portal.reload()
  await expectWidth(256)
})

it('[shell.md#on-a-phone] the sidebar is a drawer of 18rem with a title and a close button', async () => {
  await page.viewport(...phone)
  open()
  await expect.element(page.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Clients', exact: true })).not.toBeInTheDocument()
  await toggle().click()
  await expect.element(drawer()).toBeVisible()
  await expect.element(drawer()).toHaveAccessibleName(/.+/)
  await expect.element(drawer().getByRole('heading').first()).toBeVisible()
  expect(drawer().element().getBoundingClientRect().width).toBe(288)
  await drawer().getByRole('button', { name: /close/i }).click()
  await expect.element(drawer()).not.toBeInTheDocument()
})

it('[shell.md#on-a-phone] the drawer closes with the page one chose, and with Escape', async () => {
  await page.viewport(...phone)
  const portal = open()
  await toggle().click()
  await drawer().getByRole('link', { name: 'Clients', exact: true }).click()
  await expect.element(drawer()).not.toBeInTheDocument()
  await expect.poll(() => portal.location).toBe('/dashboard/clients')
  await toggle().click()
  await expect.element(drawer()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer()).not.toBeInTheDocument()
  await expect.element(toggle()).toHaveFocus()
})

it.each([
  ['/dashboard/reports', 'Reports and analytics coming soon...'],
  ['/dashboard/settings', 'Application settings coming soon...'],
])('[shell.md#placeholder-screens] %s only has its words so far', async (path, words) => {
  open({ ...ben, roles: ['user'] }, path)
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})
