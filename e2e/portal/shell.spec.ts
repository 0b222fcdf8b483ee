import { holdRequests } from '../hold-requests.ts'
import { rows } from '../list-rows.ts'
import { ana, sol } from '../people.ts'
import { callsTo } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

/** Every screen with its document title, and its heading where that differs from the menu. */
const screens: [path: string, title: string, heading?: string][] = [
  ['', 'Home'],
  ['/enquiries', 'Enquiries', 'Enquiries'],
  [`/enquiries/${nowhere}`, 'Enquiry not found', 'Enquiry not found'],
  ['/clients', 'Client Management'],
  [`/clients/${nowhere}`, 'Client not found'],
  ['/projects', 'Project Management', 'Project Management'],
  [`/projects/${nowhere}`, 'Project Not Found'],
  ['/steps', 'Steps', 'Steps'],
  ['/messages', 'Messages', 'Messages'],
  ['/reports', 'Reports'],
  ['/users', 'User Management', 'User Management'],
  ['/vault', 'Password Vault', 'Password Vault'],
  ['/roles', 'Role Management', 'Role Management'],
  ['/agencies', 'Agencies', 'Agencies'],
  ['/audit', 'Audit', 'Audit'],
  ['/mail', 'Mail', 'Mail'],
  ['/profile', 'Profile Settings', 'Profile Settings'],
  ['/settings', 'Settings'],
  ['/deleted', 'Recently Deleted', 'Recently Deleted'],
]

test("[shell.md#titles] [shell.md#on-a-phone] every screen is titled as in the menu, names itself in the document's title, and is not wider than a narrow phone", async ({
  signedIn,
}) => {
  test.slow()
  const page = await signedIn(sol, { viewport: { width: 320, height: 700 } })
  for (const [path, title, heading] of screens) {
    await page.goto(`/dashboard${path}`)
    await expect(page).toHaveTitle(`${title} | Dashboard`)
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    if (heading !== undefined) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, path).toBeLessThanOrEqual(0)
  }
})

test('a thin bar shows while the next screen is fetched over a slow network, and goes with it', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const slow = await holdRequests(page, /\/assets\/reports-route-[^/]*\.js$/)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const bar = page.getByRole('progressbar', { name: 'Loading the next screen' })
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(bar).toBeVisible()
  const box = await bar.boundingBox()
  expect([box?.x, box?.y, box?.height]).toEqual([0, 0, 2])
  slow.open()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('[shell.md#slow-connections] the page itself sends the first requests, and the portal takes their answers over', async ({
  signedIn,
}) => {
  const page = await signedIn(ana)
  const code = await holdRequests(page, /\/assets\/.*\.js$/)
  const paths = ['/config.json', '/rest/v1/user_roles', '/rest/v1/user_profiles', '/rest/v1/clients']
  const asked = paths.map((path) => callsTo(page, path))
  await page.goto('/dashboard/clients', { waitUntil: 'commit' })
  await expect.poll(() => asked.map(({ length }) => length)).toEqual([1, 1, 1, 1])
  code.open()
  await expect(rows(page).first()).toBeVisible()
  expect(asked.map(({ length }) => length)).toEqual([1, 1, 1, 1])
})
