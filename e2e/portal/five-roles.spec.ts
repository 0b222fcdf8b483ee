import type { Page } from '@playwright/test'
import { row } from '../list-rows.ts'
import { abe, ana, ben, type Person, sol, uma } from '../people.ts'
import { expect, test } from '../test.ts'
import { type Role, roles } from '../test-data.ts'

/** The parts of the portal that a role sees; nothing else is visible. */
interface View {
  person: Person
  administration: string[]
  quickActions: string[]
  /** Harbor Bakery is a client of North, where all five people work; Delta Roofing is South's. */
  clients: string[]
  users: string[]
  agencyForm: boolean
}

const everydayMenu = ['Dashboard', 'Clients', 'Projects', 'Messages', 'Reports', 'Profile Settings', 'Settings']
const adminActions = ['Add New Client', 'Create Project', 'Manage Users', 'View Reports']

const views: Record<Role, View> = {
  user: { person: uma, administration: [], quickActions: ['View Reports'], clients: [], users: [], agencyForm: false },
  agency_staff: {
    person: ben,
    administration: [],
    quickActions: ['View Reports'],
    clients: ['Harbor Bakery'],
    users: [],
    agencyForm: false,
  },
  agency_admin: {
    person: ana,
    administration: ['User Management', 'Password Vault'],
    quickActions: adminActions,
    clients: ['Harbor Bakery'],
    users: ['Ben Carter'],
    agencyForm: true,
  },
  admin: {
    person: abe,
    administration: ['User Management', 'Password Vault'],
    quickActions: adminActions,
    clients: ['Harbor Bakery'],
    users: ['Ben Carter'],
    agencyForm: false,
  },
  super_admin: {
    person: sol,
    administration: ['User Management', 'Password Vault', 'Role Management', 'Agencies'],
    quickActions: adminActions,
    clients: ['Harbor Bakery', 'Delta Roofing'],
    users: ['Ben Carter', 'Cleo Martin'],
    agencyForm: false,
  },
}

for (const role of roles) {
  // All screens of a role are opened in one window, so that the portal is loaded once.
  test(`[who-may-do-what.md#who-may-do-what] ${role} finds on every screen what is theirs, and nothing else`, async ({
    signedIn,
  }) => {
    const view = views[role]
    const page = await signedIn(view.person)
    await test.step('these entries in the sidebar and these quick actions, and no others', () =>
      expectDashboard(page, view, role))
    await test.step(`${view.clients.join(' and ') || 'none'} of the clients`, () => expectClients(page, view))
    await test.step(`${view.users.join(' and ') || 'no list'} of the users`, () => expectUsers(page, view, role))
    await test.step('agencies and roles, or that they are denied', () => expectAgenciesAndRoles(page, role))
    await test.step('the agency in the profile, to be edited or not', () => expectProfile(page, view, role))
  })
}

async function expectDashboard(page: Page, { person, administration, quickActions }: View, role: Role) {
  await page.goto('/dashboard')
  await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Portal' })
  // The numbers beside enquiries and messages are ignored, since other tests change them; North answers the website, so
  // its staff see enquiries.
  const enquiries = role === 'user' ? [] : ['Enquiries']
  const menu = ['Dashboard', ...enquiries, ...everydayMenu.slice(1, 5), ...administration, ...everydayMenu.slice(5)]
  await expect(sidebar.getByRole('link')).toHaveText(menu.map((entry) => new RegExp(`^${entry}( ?\\d.*)?$`)))
  await expect(sidebar.getByText('Administration', { exact: true })).toHaveCount(administration.length > 0 ? 1 : 0)
  for (const action of adminActions) {
    const link = page.getByRole('main').getByRole('link', { name: action, exact: true })
    await expect(link, action).toHaveCount(quickActions.includes(action) ? 1 : 0)
  }
}

async function expectClients(page: Page, { clients }: View) {
  await page.goto('/dashboard/clients')
  for (const name of ['Harbor Bakery', 'Delta Roofing']) {
    await page.getByRole('searchbox').fill(name)
    // Other tests may have clients of this name in agencies of their own.
    if (clients.includes(name)) await expect(row(page, name).first()).toBeVisible()
    else await expect(page.getByText('No clients found.', { exact: true })).toBeVisible()
  }
}

async function expectUsers(page: Page, { users }: View, role: Role) {
  await page.goto('/dashboard/users')
  if (users.length === 0) {
    await expect(page.getByRole('main')).toContainText(
      "Access Denied — You don't have permission to view user management.",
    )
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    return
  }
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  for (const name of ['Ben Carter', 'Cleo Martin']) {
    await page.getByRole('searchbox').fill(name)
    if (users.includes(name)) await expect(row(page, name)).toBeVisible()
    else await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
  }
  const benCarter = row(page, 'Ben Carter')
  await page.getByRole('searchbox').fill('Ben Carter')
  await expect(benCarter).toBeVisible()
  await expect(benCarter.getByRole('combobox')).toHaveCount(role === 'super_admin' ? 2 : 0)
  await expect(benCarter.getByRole('button', { name: /Reset Password/ })).toHaveCount(role === 'super_admin' ? 1 : 0)
}

async function expectAgenciesAndRoles(page: Page, role: Role) {
  const isSuperAdmin = role === 'super_admin'
  for (const [path, title, lists] of [
    ['/dashboard/agencies', 'Agencies', 1],
    ['/dashboard/roles', 'Role Management', 2],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Access Denied')).toHaveCount(isSuperAdmin ? 0 : 1)
    await expect(page.getByRole('table').or(page.getByRole('tab'))).toHaveCount(isSuperAdmin ? lists : 0)
  }
}

async function expectProfile(page: Page, { person, agencyForm }: View, role: Role) {
  await page.goto('/dashboard/profile')
  await expect(page.getByLabel('Display Name')).toHaveValue(person.name)
  await expect(page.getByRole('main').getByText(role, { exact: true })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Agency Information' })).toHaveCount(agencyForm ? 1 : 0)
}
