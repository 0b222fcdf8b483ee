import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, ben, sol } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const guarded = [
  ['/users', 'User Management'],
  ['/roles', 'Role Management'],
  ['/agencies', 'Agencies'],
] as const

const open = (backend: FakeBackend, path: string, as = ana) =>
  Portal.open(backend, { screens: portalScreens, at: `/dashboard${path}`, as })
const expectTitle = (title: string) => expect.poll(() => document.title).toBe(`${title} | Dashboard`)

it.each(guarded)('[shell.md#titles] %s is titled %s where it is denied', async (path, title) => {
  open(new FakeBackend(), path, ben)
  await expect.element(page.getByText('Access Denied')).toBeVisible()
  await expectTitle(title)
})

it.each(guarded)(
  '[shell.md#titles] %s is titled %s before it is known who may see it, with its heading in place',
  async (path, title) => {
    const backend = new FakeBackend()
    backend.answer('POST', '/rest/v1/rpc/role_counts', () => Response.json([]))
    const slow = backend.hold('GET', '/rest/v1/user_roles')
    open(backend, path, sol)
    await expect.poll(slow.held).toBeGreaterThan(0)
    await expectTitle(title)
    const heading = page.getByRole('heading', { level: 1, name: title })
    const place = () => JSON.stringify(heading.element().getBoundingClientRect())
    await expect.element(heading).toBeVisible()
    const before = place()
    slow.open()
    await expect.element(page.getByRole('button').filter({ hasText: 'Sign Out' })).toBeVisible()
    await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
    expect(place()).toBe(before)
  },
)

it.each([
  ['clients', 'Client'],
  ['projects', 'Project'],
])(
  '[shell.md#titles] of %s one is titled %s while it is being loaded, and where it could not be',
  async (path, title) => {
    const backend = new FakeBackend()
    const table = `/rest/v1/${path}` as const
    const slow = backend.hold('GET', table)
    const portal = open(backend, `/${path}/${nowhere}`)
    await expect.poll(slow.held).toBeGreaterThan(0)
    await expectTitle(title)
    backend.answer('GET', table, () => refusal('no'))
    portal.reload()
    await expect.element(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible()
    await expectTitle(title)
    slow.open()
  },
)
