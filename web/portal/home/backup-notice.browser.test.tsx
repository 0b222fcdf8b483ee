import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ana, sol } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const BACKUPS = '/rest/v1/rpc/backup_state'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
/** The state of a first start without BACKUP_URL. */
const none = {
  has_backups: true,
  last_good_at: null,
  is_proven: null,
  last_begun_at: null,
  failure: null,
  is_under_way: false,
}

function open(state: object, as = sol) {
  const backend = new FakeBackend()
  backend.answer('GET', BACKUPS, () => Response.json({ ...none, ...state }))
  return Portal.open(backend, { screens: portalScreens, at: '/dashboard', as })
}
// The first steps would say the same of backups that are not set up.
beforeEach(() => localStorage.setItem(`first-steps/${sol.id}`, 'hidden'))

const main = () => page.getByRole('main')
const full = 'ENOSPC: no space left on device'

it.each([
  ['There are no backups yet. Set BACKUP_URL to a folder on another disk, or to S3,', {}],
  ['Last good backup: 5 hours ago, restored for trial.', { last_good_at: hoursAgo(5), is_proven: true }],
  ['Last good backup: 5 hours ago.', { last_good_at: hoursAgo(5), is_proven: false }],
  [`Last good backup: 5 hours ago. The last one failed: ${full}`, { last_good_at: hoursAgo(5), failure: full }],
  ['The last good backup is of 2 days ago.', { last_good_at: hoursAgo(50) }],
  [
    `The last good backup is of 2 days ago. The last one failed: ${full}`,
    { last_good_at: hoursAgo(50), failure: full },
  ],
  [`There is no good backup. The last one failed: ${full}`, { last_begun_at: hoursAgo(5), failure: full }],
])('[dashboard.md#notices] says "%s"', async (said, state) => {
  open(state)
  await expect.element(main()).toMatchTextContent(said)
})

it.each([
  ['the first one is under way', { last_begun_at: hoursAgo(0), is_under_way: true }, sol],
  ['somebody else makes them', { has_backups: false }, sol],
  ['somebody else looks', { last_good_at: hoursAgo(50) }, ana],
])('[dashboard.md#notices] says nothing where %s', async (_where, state, as) => {
  open(state, as)
  await expect.element(page.getByText('No recent activity to display.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Numbers' })).not.toHaveAttribute('aria-busy', 'true')
  await expect.element(main()).not.toMatchTextContent(/backup|backed up/)
})

it('[dashboard.md#notices] leaves it to the first steps to say that there is no backup yet', async () => {
  localStorage.clear()
  open({})
  await expect.element(page.getByRole('region', { name: 'First Steps' })).toMatchTextContent('Backups')
  expect(page.getByText('There are no backups yet.').length).toBe(0)
})
