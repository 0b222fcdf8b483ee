import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectToast, horizontalOverflow, phone } from '../../../testing/expect.ts'
import { FakeBackend, refusal } from '../../../testing/fake-backend.ts'
import { ana, ben, north, type Person } from '../../../testing/people.ts'
import { Portal } from '../../../testing/portal.tsx'
import LeaverRoute from './leaver-route.tsx'

const LEE = 'e0000000-0000-4000-8000-000000000001'
const lee = {
  name: 'Lee',
  agency_name: 'North Street',
  left_at: '2026-03-04T12:00:00Z',
  own: 0,
  unnamed: 0,
  deleted: 0,
  shared: 0,
}
const entry = (title: string, more: object = {}) => ({
  id: title,
  title,
  website_url: null,
  username: null,
  owner: 'Bea',
  is_theirs: false,
  copied_at: null,
  viewed_at: null,
  password_changed_at: '2026-01-02T12:00:00Z',
  is_changed: false,
  to_change: ['password'],
  ...more,
})

function open(leaver: object, entries: object[], { as = ana, at = '' }: { as?: Person; at?: string } = {}) {
  const backend = new FakeBackend()
  backend.answer('GET', '/rest/v1/rpc/leaver', () => Response.json([{ ...lee, ...leaver }]))
  backend.answer('GET', '/rest/v1/rpc/leavers_list', () => Response.json(entries))
  const screens = [{ path: '/dashboard/users/:userId/leaver', Component: LeaverRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/users/${LEE}/leaver${at}`, as })
}

const lines = (card: string) => page.getByRole('region', { name: card }).getByRole('listitem')
const main = () => page.getByRole('main')

it('[vault.md#the-leavers-list] parts what they copied, saw or made from what they could read, and ticks what was changed', async () => {
  const { backend } = open({}, [
    entry('Bank', { copied_at: '2026-03-01T12:00:00Z', is_changed: true, password_changed_at: '2026-03-05T12:00:00Z' }),
    entry('Mail', { viewed_at: '2026-03-02T12:00:00Z' }),
    entry('Desk', { is_theirs: true, to_change: ['password', 'two_step_key'] }),
    entry('Router', { to_change: ['two_step_key'] }),
  ])
  await expect.element(main()).toMatchTextContent('1 of 4 passwords changed since they left on Mar 4, 2026.')
  const known = lines('Copied, seen or their own')
  await expect.element(known).toHaveLength(3)
  // The list begins with the passwords that are still to be changed.
  await expect.element(known.nth(0)).toMatchTextContent(/Mail.*To be changed.*Seen Mar 2, 2026/)
  await expect.element(known.nth(1)).toMatchTextContent(/Desk.*To be changed, the two-step key too.*Their own/)
  await expect.element(known.nth(2)).toMatchTextContent(/Bank.*Changed Mar 5, 2026.*Copied Mar 1, 2026/)
  await expect.element(lines('Could be read')).toMatchTextContent(/Router.*Two-step key to be changed.*Shared by Bea/)
  await expect.element(main()).toMatchTextContent('The log records what browsers report')
  expect(backend.calls.find(({ path }) => path.endsWith('/leaver'))?.query).toMatchObject({
    person: LEE,
    agency: north,
  })
  await expectAccessible()
})

it('[vault.md#the-leavers-list] asks about the agency of the address', async () => {
  const other = 'a0000000-0000-4000-8000-00000000000f'
  const { backend } = open({}, [], { at: `?agency=${other}` })
  await expect.element(main()).toMatchTextContent('Nothing of this vault was open to them')
  expect(backend.calls.find(({ path }) => path.endsWith('/leavers_list'))?.query).toMatchObject({ agency: other })
})

it('[vault.md#the-leavers-list] ticks nothing while they can still open the vault, and says so', async () => {
  open({ left_at: null }, [entry('Router')])
  await expect.element(main()).toMatchTextContent('They can still open the vault.')
})

it('[vault.md#the-leavers-list] counts what it does not name', async () => {
  open({ own: 1, unnamed: 2, deleted: 1 }, [])
  const unnamed = page.getByRole('region', { name: 'Not named here' })
  await expect.element(unnamed).toMatchTextContent('1 entry of their own: only they could open it.')
  await expect.element(unnamed).toMatchTextContent('2 entries that you can’t see')
  await expect.element(unnamed).toMatchTextContent('1 entry that they copied or saw, deleted since.')
})

it('[vault.md#the-leavers-list] is printed, fits a phone, and leads to the entry in the vault', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  await page.viewport(...phone)
  open({}, [entry(`A${'long'.repeat(40)}`, { username: 'b'.repeat(120), website_url: 'https://router.test' })])
  await expect.element(lines('Could be read')).toHaveLength(1)
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await expect
    .element(lines('Could be read').getByRole('link'))
    .toHaveAttribute('href', expect.stringMatching(/^\/dashboard\/vault\?search=Along/))
  await page.getByRole('button', { name: 'Print' }).click()
  expect(print).toHaveBeenCalledOnce()
})

it('[vault.md#the-leavers-list] is not for staff', async () => {
  open({}, [], { as: ben })
  await expect.element(main()).toMatchTextContent("You don't have permission to view the leaver's list.")
})

it('[vault.md#the-leavers-list] says when there is no such person', async () => {
  const { backend } = open({}, [])
  backend.answer('GET', '/rest/v1/rpc/leaver', () => refusal('There is none.', { status: 404, code: 'PT404' }))
  await expect.element(main()).toMatchTextContent('This person is not, and was never, in your agency.')
})

it('[vault.md#taking-over] offers to take over what nobody can change', async () => {
  const { backend } = open({}, [entry('Router', { is_theirs: true }), entry('Mail')])
  backend.answer('GET', '/rest/v1/rpc/entries_to_take_over', () => Response.json(['Router']))
  backend.answer('POST', '/rest/v1/rpc/take_over_entry', () => new Response(null, { status: 204 }))
  await page.getByRole('button', { name: 'Take over Router' }).click()
  await expectToast('Taken over', 'The entry is yours now, and stays shared.')
  expect(page.getByRole('button', { name: 'Take over Mail' }).length).toBe(0)
})
