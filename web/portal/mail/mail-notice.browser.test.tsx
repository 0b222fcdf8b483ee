import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { MAIL_STATE, refusedMail, waitingMail, withMails } from '../../testing/mail-scene.ts'
import { ana, sol } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

// The first steps are hidden, since they would show a notice about mails that are only files.
beforeEach(() => localStorage.setItem(`first-steps/${sol.id}`, 'hidden'))

const open = (backend = withMails([]).backend, as = sol) =>
  Portal.open(backend, { screens: portalScreens, at: '/dashboard', as })
const notice = () => page.getByRole('main').getByText(/^This server doesn’t send|could not be (delivered|sent yet)/)
const isShown = async () => {
  await expect.element(page.getByText('No recent activity to display.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Numbers' })).not.toHaveAttribute('aria-busy', 'true')
}

it.each([
  ['1 mail could not be delivered.', [refusedMail()]],
  ['2 mails could not be delivered.', [refusedMail(), refusedMail(), waitingMail()]],
  ['1 mail could not be sent yet, the oldest of 2 hours ago.', [waitingMail()]],
])('[mail.md#notice] says "%s" on the dashboard, and leads there', async (said, mails) => {
  const portal = open(withMails(mails).backend)
  await expect.element(notice()).toMatchTextContent(said)
  await page.getByRole('link', { name: 'See which, and why' }).click()
  await expect.poll(() => portal.location).toBe('/dashboard/mail')
})

it('[mail.md#notice] says while mails are only files', async () => {
  const portal = open(withMails([], { host: null }).backend)
  await expect.element(notice()).toMatchTextContent('This server doesn’t send emails yet. Each one is saved as a file.')
  await page.getByRole('link', { name: 'How to change that' }).click()
  await expect.poll(() => portal.location).toBe('/dashboard/mail')
})

it.each([
  ['mails leave', {}],
  ['one has only begun to wait', { waiting: 1, waiting_since: new Date().toISOString() }],
  ['there is no queue', { has_queue: false, host: null }],
])('[mail.md#notice] says nothing where %s', async (_where, state) => {
  const { backend } = open(withMails([], state).backend)
  await isShown()
  await expect.poll(() => backend.sent('GET', MAIL_STATE).length).toBeGreaterThan(0)
  expect(notice().length).toBe(0)
})

it('[mail.md#notice] asks nothing for anybody but a super admin', async () => {
  const { backend } = open(withMails([refusedMail()]).backend, ana)
  await isShown()
  expect(backend.sent('GET', MAIL_STATE)).toEqual([])
  expect(notice().length).toBe(0)
})
