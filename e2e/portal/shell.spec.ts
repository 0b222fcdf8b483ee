import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { abe, ana, ben, type Person, sol, uma } from '../people.ts'
import { expect, phone, test } from '../test.ts'

const main = ['Dashboard', 'Clients', 'Projects', 'Messages', 'Reports']
const settings = ['Profile Settings', 'Settings']

const targets: Record<string, string> = {
  Dashboard: '/dashboard',
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

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Portal' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle Sidebar' })
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width

test.describe('[shell.md#entries] sidebar entries', () => {
  const entries: [Person, string, string[]][] = [
    [uma, 'user', []],
    [ben, 'agency_staff', []],
    [ana, 'agency_admin', ['User Management', 'Password Vault']],
    [abe, 'admin', ['User Management', 'Password Vault']],
    [sol, 'super_admin', ['User Management', 'Password Vault', 'Role Management', 'Agencies']],
  ]

  for (const [person, role, administration] of entries) {
    test(`of ${role}`, async ({ signedIn }) => {
      const page = await signedIn(person)
      await page.goto('/dashboard')
      const links = sidebar(page).getByRole('link')
      await expect(links).toHaveCount(main.length + administration.length + settings.length)
      for (const name of [...main, ...administration, ...settings]) {
        await expect(sidebar(page).getByRole('link', { name, exact: true })).toHaveAttribute(
          'href',
          targets[name] ?? '',
        )
      }
      await expect(sidebar(page).getByText('Administration', { exact: true })).toHaveCount(
        administration.length > 0 ? 1 : 0,
      )
      await expect(sidebar(page).getByText('Main', { exact: true })).toBeVisible()
      await expect(sidebar(page).getByText('Settings', { exact: true }).first()).toBeVisible()
    })
  }

  test('mark the page one is on; Dashboard only itself', async ({ signedIn }) => {
    const page = await signedIn(ana)
    await page.goto('/dashboard')
    const dashboard = sidebar(page).getByRole('link', { name: 'Dashboard', exact: true })
    const clients = sidebar(page).getByRole('link', { name: 'Clients', exact: true })
    await expect(dashboard).toHaveAttribute('aria-current', 'page')
    await clients.click()
    await expect(page).toHaveURL('/dashboard/clients')
    await expect(clients).toHaveAttribute('aria-current', 'page')
    await expect(dashboard).not.toHaveAttribute('aria-current', 'page')
  })
})

test.describe('[shell.md#header] header', () => {
  test('names the portal and greets by name', async ({ signedIn }) => {
    const page = await signedIn(ana)
    await page.goto('/dashboard')
    const header = page.getByRole('banner')
    await expect(header.getByText('Agency CRM Dashboard', { exact: true })).toBeVisible()
    await expect(header.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('greets somebody without a display name as User', async ({ signedIn, backstage }) => {
    const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
    const client = await backstage.as(person)
    const { data } = await client.auth.getUser()
    await client.from('user_profiles').update({ display_name: null }).eq('id', data.user?.id).throwOnError()
    const page = await signedIn(person)
    await page.goto('/dashboard')
    await expect(page.getByText('Welcome, User', { exact: true })).toBeVisible()
  })
})

test.describe('[shell.md#collapsing] collapsing', () => {
  test('leaves the icons, 3rem of 16rem, and the names to who asks', async ({ signedIn }) => {
    const page = await signedIn(ana)
    await page.goto('/dashboard')
    await expect.poll(() => widthOf(page)).toBe(256)
    await toggle(page).click()
    await expect.poll(() => widthOf(page)).toBe(48)
    await expect(sidebar(page).getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
    await toggle(page).click()
    await expect.poll(() => widthOf(page)).toBe(256)
  })

  for (const keys of ['Control+b', 'Meta+b']) {
    test(`by ${keys}`, async ({ signedIn }) => {
      const page = await signedIn(ana)
      await page.goto('/dashboard')
      await expect.poll(() => widthOf(page)).toBe(256)
      await page.keyboard.press(keys)
      await expect.poll(() => widthOf(page)).toBe(48)
      await page.keyboard.press(keys)
      await expect.poll(() => widthOf(page)).toBe(256)
    })
  }

  test('is remembered in a cookie for 7 days', async ({ signedIn }) => {
    const page = await signedIn(ana)
    await page.goto('/dashboard')
    await toggle(page).click()
    await expect.poll(() => widthOf(page)).toBe(48)

    const week = 7 * 24 * 60 * 60
    const cookies = await page.context().cookies()
    const now = Date.now() / 1000
    expect(cookies.map(({ expires }) => Math.round((expires - now) / 60))).toEqual([week / 60])

    await page.reload()
    await expect(sidebar(page)).toBeVisible()
    expect(await widthOf(page)).toBe(48)
    await toggle(page).click()
    await expect.poll(() => widthOf(page)).toBe(256)
    await page.reload()
    await expect(sidebar(page)).toBeVisible()
    expect(await widthOf(page)).toBe(256)
  })
})

test.describe('[shell.md#on-a-phone] on a phone', () => {
  test('the sidebar is a drawer of 18rem with a title and a close button', async ({ signedIn }) => {
    const page = await signedIn(ana, { viewport: phone })
    await page.goto('/dashboard')
    await expect(page.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeHidden()

    await toggle(page).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toBeVisible()
    await expect(drawer).toHaveAccessibleName(/.+/)
    await expect(drawer.getByRole('heading').first()).toBeVisible()
    expect((await drawer.boundingBox())?.width).toBe(288)

    await drawer.getByRole('button', { name: /close/i }).click()
    await expect(drawer).toBeHidden()
  })

  test('the drawer closes with the page one chose, and with Escape', async ({ signedIn }) => {
    const page = await signedIn(ana, { viewport: phone })
    await page.goto('/dashboard')
    await toggle(page).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/clients')
    await expect(page.getByRole('dialog')).toBeHidden()

    await toggle(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(toggle(page)).toBeFocused()
  })

  test('nothing is wider than the screen', async ({ signedIn }) => {
    const page = await signedIn(sol, { viewport: { width: 320, height: 700 } })
    for (const path of Object.values(targets)) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, path).toBeLessThanOrEqual(0)
    }
  })
})

test.describe('[shell.md#screens-that-only-have-words] screens that only have their words so far', () => {
  for (const [path, words] of [
    ['/dashboard/reports', 'Reports and analytics coming soon...'],
    ['/dashboard/settings', 'Application settings coming soon...'],
  ] as const) {
    test(path, async ({ signedIn }) => {
      const page = await signedIn(uma)
      await page.goto(path)
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    })
  }

  test('the other screens are titled as in the menu', async ({ signedIn }) => {
    const page = await signedIn(sol)
    for (const [path, title] of [
      ['/dashboard/projects', 'Project Management'],
      ['/dashboard/messages', 'Messages'],
      ['/dashboard/users', 'User Management'],
      ['/dashboard/vault', 'Password Vault'],
      ['/dashboard/agencies', 'Agencies'],
      ['/dashboard/roles', 'Role Management'],
      ['/dashboard/profile', 'Profile Settings'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
  })
})

test('a thin bar shows while the next screen is fetched over a slow network, and goes with it', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const slow = await gate(page, /\/assets\/reports-route-[^/]*\.js$/)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const bar = page.getByRole('progressbar', { name: 'Loading the next screen' })
  await sidebar(page).getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(bar).toBeVisible()
  const box = await bar.boundingBox()
  expect([box?.x, box?.y, box?.height]).toEqual([0, 0, 2])
  slow.open()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test.describe("[shell.md#titles] the document's title names the screen", () => {
  const nowhere = '00000000-0000-4000-8000-000000000000'

  test('on every one of them', async ({ signedIn }) => {
    test.slow()
    const page = await signedIn(sol)
    for (const [path, title] of [
      ['', 'Home'],
      ['/clients', 'Client Management'],
      [`/clients/${nowhere}`, 'Client not found'],
      ['/projects', 'Project Management'],
      [`/projects/${nowhere}`, 'Project Not Found'],
      ['/messages', 'Messages'],
      ['/reports', 'Reports'],
      ['/users', 'User Management'],
      ['/vault', 'Password Vault'],
      ['/roles', 'Role Management'],
      ['/agencies', 'Agencies'],
      ['/profile', 'Profile Settings'],
      ['/settings', 'Settings'],
    ] as const) {
      await page.goto(`/dashboard${path}`)
      await expect(page).toHaveTitle(`${title} | Dashboard`)
    }
  })

  test('where it is denied', async ({ signedIn }) => {
    const page = await signedIn(ben)
    for (const [path, title] of [
      ['/users', 'User Management'],
      ['/roles', 'Role Management'],
      ['/agencies', 'Agencies'],
    ] as const) {
      await page.goto(`/dashboard${path}`)
      await expect(page.getByText('Access Denied')).toBeVisible()
      await expect(page).toHaveTitle(`${title} | Dashboard`)
    }
  })

  for (const [path, title] of [
    ['/users', 'User Management'],
    ['/roles', 'Role Management'],
    ['/agencies', 'Agencies'],
  ] as const) {
    test(`before it is known who may see ${path}, with its heading in place`, async ({ signedIn }) => {
      const page = await signedIn(sol)
      const slow = await gate(page, '**/rest/v1/user_roles?*')
      await page.goto(`/dashboard${path}`)
      await expect.poll(slow.held).toBeGreaterThan(0)
      await expect(page).toHaveTitle(`${title} | Dashboard`)
      const heading = page.getByRole('heading', { level: 1, name: title })
      const before = await heading.boundingBox()
      slow.open()
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      expect(await heading.boundingBox()).toEqual(before)
    })
  }

  test('also while it is being loaded, and where it could not be', async ({ signedIn, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/(clients|projects)/)
    const page = await signedIn(ana)
    for (const [path, title] of [
      ['clients', 'Client'],
      ['projects', 'Project'],
    ] as const) {
      const slow = await gate(page, `**/rest/v1/${path}?*`)
      await page.goto(`/dashboard/${path}/${nowhere}`)
      await expect.poll(slow.held).toBeGreaterThan(0)
      await expect(page).toHaveTitle(`${title} | Dashboard`)
      await page.route(`**/rest/v1/${path}?*`, (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
      await page.reload()
      await expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible()
      await expect(page).toHaveTitle(`${title} | Dashboard`)
      slow.open()
      await page.unrouteAll()
    }
  })
})
