import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phoneAndDesktop,
} from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, ben, north, sol } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import HomeRoute from './home-route.tsx'

beforeEach(() => localStorage.clear())

const open = (backend: FakeBackend, as = sol) =>
  Portal.open(backend, { screens: [{ path: '/dashboard', Component: HomeRoute }], at: '/dashboard', as })

const website = { id: north, name: 'North', answers_website: true, phone: null, email: null }

const noBackups = { has_backups: true, is_under_way: false, last_good_at: null, failure: null }

/** A new installation: nothing is done, and nobody else is here. */
function fresh(agency: object = website) {
  const backend = new FakeBackend({ agencies: [{ ...website, ...agency }] })
  const files = { has_queue: true, host: null, waiting: 0, waiting_since: null, undelivered: 0 }
  backend.answer('GET', '/rest/v1/rpc/mail_state', () => Response.json(files))
  backend.answer('GET', '/rest/v1/rpc/backup_state', () => Response.json(noBackups))
  return backend
}

/** An installation in which everything that can be done is done. */
function settled() {
  const backend = new FakeBackend({
    agencies: [{ ...website, phone: '555 0100', email: 'hello@north.test' }],
    user_roles: [{ user_id: ben.id, role: 'agency_staff' }],
    clients: [{ name: 'Bakery' }],
  })
  const factor = { id: 'app', factor_type: 'totp', status: 'verified', friendly_name: 'App' }
  backend.answer('GET', '/auth/v1/user', () => Response.json({ id: sol.id, email: sol.email, factors: [factor] }))
  backend.answer('GET', '/auth/v1/factors/recovery-codes', () => refusal('Not found', { status: 404 }))
  return backend
}

const progress = (words: string) => page.getByText(words, { exact: true })
const card = () => page.getByRole('region', { name: 'First Steps' })
const button = (name: 'Show All' | 'Show Less' | 'Hide' | 'First Steps') =>
  page.getByRole('button', { name, exact: true })
const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const title = (name: string) => page.getByRole('heading', { name, exact: true })

it('shows a super admin what is left, each with what opens it', async () => {
  open(fresh())
  await expect.element(progress('0 of 6 done')).toBeVisible()
  await expect.element(title('Two-step sign-in (to do)')).toBeVisible()
  await expect.element(title('Backups (to do)')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See Mail' })).toHaveAttribute('href', '/dashboard/mail')
  await expect.element(step('The first client').getByRole('link')).toHaveAttribute('href', '/dashboard/clients?new')
  await expect.element(step('Two-step').getByRole('link')).toHaveAttribute('href', '/dashboard/profile')

  await page.getByRole('button', { name: 'Invite' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite' })
  await expect.element(invitation).toBeVisible()
  await invitation.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(invitation).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Edit Agency' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Edit Agency' })).toBeVisible()
})

it('sends a test mail to whoever asks, once, and says where to see whether it left', async () => {
  const backend = fresh()
  backend.answer('POST', '/functions/v1/send-test-mail', () => Response.json({ to: sol.email }))
  open(backend)
  await page.getByRole('button', { name: 'Send Me a Test Email' }).dblClick()
  await expectToast(
    'Test email is being sent',
    'It goes to your own address. The Mail screen shows whether it was sent.',
  )
  expect(backend.sent('POST', '/functions/v1/send-test-mail')).toHaveLength(1)
  backend.answer('POST', '/functions/v1/send-test-mail', () => refusal('Your account has no email address.'))
  await page.getByRole('button', { name: 'Send Me a Test Email' }).click()
  await expectDestructiveToast('Test email not sent', 'Your account has no email address.')
})

it('ticks the contact details with a phone number and an email', async () => {
  open(fresh({ phone: '555 0100' }))
  await expect.element(title('Contact details (to do)')).toBeVisible()
})

it.each([
  [
    'says that enquiries wait while nobody is to be mailed about them',
    false,
    /Nobody is mailed about enquiries: their emails wait/,
  ],
  ['says nothing of it where CONTACT_EMAIL names somebody', true, /A phone number and an email are enough/],
])('[dashboard.md#first-steps] %s', async (_, tellsAnybody, words) => {
  const backend = fresh({ phone: '555 0100' })
  const server = { has_queue: true, host: 'smtp.north.test', waiting: 0, waiting_since: null, undelivered: 0 }
  backend.answer('GET', '/rest/v1/rpc/mail_state', () => Response.json(server))
  backend.answer('POST', '/functions/v1/send-test-mail', () => Response.json({ tellsAnybody }))
  open(backend)
  await expect.element(progress('1 of 6 done')).toBeVisible()
  await expect.poll(() => backend.sent('POST', '/functions/v1/send-test-mail')).toHaveLength(1)
  await expect.element(step('Contact details')).toMatchTextContent(words)
})

it('counts nobody as a colleague who has only signed up', async () => {
  const backend = fresh({ phone: '555 0100', email: 'hello@north.test' })
  backend.table('user_roles').insert({ user_id: ben.id, role: 'user' })
  backend.table('clients').insert({ name: 'Bakery' })
  open(backend)
  await expect.element(progress('2 of 6 done')).toBeVisible()
  await button('Show All').click()
  await expect.element(title('A colleague (to do)')).toBeVisible()
  await expect.element(title('The first client (done)')).toBeVisible()
})

it('shows all steps while there is no client yet, then the next three, in four lines', async () => {
  const backend = fresh()
  backend.table('clients').insert({ name: 'Bakery' })
  open(backend)
  await expect.element(progress('1 of 6 done')).toBeVisible()
  await expectTexts(card().getByRole('listitem'), [
    expect.stringMatching(/^Contact details \(to do\) /),
    expect.stringMatching(/^Mail \(to do\) /),
    expect.stringMatching(/^Two-step sign-in \(to do\) /),
  ])
  expect(card().element().getBoundingClientRect().height).toBeLessThan(150)
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await button('Show All').click()
  await expect.element(title('Backups (to do)')).toBeVisible()
  await expect.element(button('Show Less')).toHaveFocus()
  await button('Show Less').click()
  await expect.element(title('Backups (to do)')).not.toBeInTheDocument()
})

it('stands first', async () => {
  open(fresh())
  await expect.element(progress('0 of 6 done')).toBeVisible()
  expect(page.getByRole('main').getByRole('heading', { level: 2 }).first().element().textContent).toMatch(
    /^First Steps/,
  )
})

it('can be hidden and found again, also after a reload', async () => {
  const portal = open(fresh())
  await expect.element(progress('0 of 6 done')).toBeVisible()
  await button('Hide').click()
  await expect.element(card()).not.toBeInTheDocument()
  await expect.element(button('First Steps')).toHaveFocus()
  portal.reload()
  await button('First Steps').click()
  await expect.element(card()).toBeVisible()
  await expect.element(button('Show All')).toHaveFocus()
})

it('is gone once everything that can be done is done', async () => {
  const backend = settled()
  open(backend)
  await expect.element(page.getByText('No recent activity to display.')).toBeVisible()
  await expect.poll(() => backend.sent('GET', '/auth/v1/user').length).toBeGreaterThan(0)
  await expect.element(page.getByRole('region', { name: 'Numbers' })).not.toHaveAttribute('aria-busy', 'true')
  await expect.element(card()).not.toBeInTheDocument()
})

it('says when it could not be loaded, and asks again', async () => {
  const backend = fresh()
  const mend = backend.answer('GET', '/rest/v1/agencies', () => Response.json({ message: 'away' }, { status: 500 }))
  open(backend)
  await expect.element(page.getByText('The first steps could not be loaded.')).toBeVisible()
  mend()
  await page.getByRole('alert').getByRole('button', { name: 'Try Again' }).click()
  await expect.element(progress('0 of 6 done')).toBeVisible()
})

it('is not there for anybody else', async () => {
  open(fresh(), ana)
  await expect.element(page.getByRole('link', { name: 'Manage Users' })).toBeVisible()
  await expect.element(page.getByText('First Steps')).not.toBeInTheDocument()
})

it.each(phoneAndDesktop)('is accessible on $device, and as wide as the screen', async ({ size }) => {
  await page.viewport(...size)
  open(fresh({ name: 'N'.repeat(200) }))
  await expect.element(progress('0 of 6 done')).toBeVisible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await expectAccessible()
})
