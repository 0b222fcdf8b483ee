import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phoneAndDesktop,
  row,
} from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ben, north } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const BRING_BACK = '/rest/v1/rpc/bring_back'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()

const deletion = (changes: object = {}) => ({
  id: crypto.randomUUID(),
  kind: 'client',
  subject_id: 'c1',
  title: 'Corner Shop',
  belongs_to: null,
  agency_id: north,
  client_id: null,
  contents: { 'public.projects': 2, 'public.project_updates': 1 },
  deleted_by: ben.id,
  deleted_at: hoursAgo(2),
  deleter: { display_name: 'Ben Carter' },
  ...changes,
})

function open(rows: readonly object[], query = '') {
  const backend = new FakeBackend()
  let kept = rows
  backend.answer('GET', '/rest/v1/recently_deleted', () =>
    Response.json(kept, { headers: { 'content-range': `0-${kept.length}/${kept.length}` } }),
  )
  backend.answer('POST', BRING_BACK, () => {
    kept = []
    return Response.json(1)
  })
  backend.answer('POST', '/functions/v1/settle-deleted', () => Response.json({ success: true }))
  const portal = Portal.open(backend, { screens: portalScreens, at: `/dashboard/deleted${query}`, as: ben })
  return { backend, portal }
}

it('[recently-deleted.md#list] tells what was deleted, what went with it, by whom, and how long it is kept', async () => {
  open([
    deletion(),
    deletion({
      kind: 'note',
      title: 'Call back.',
      belongs_to: 'Old Mill',
      contents: {},
      deleted_at: hoursAgo(29.5 * 24),
    }),
  ])
  await expect.element(row('Corner Shop')).toMatchTextContent('Client · with 2 projects, 1 update')
  await expect.element(row('Corner Shop')).toMatchTextContent('2 hours ago')
  await expect.element(row('Corner Shop')).toMatchTextContent('by Ben Carter')
  await expect.element(row('Corner Shop')).toMatchTextContent('30 more days')
  await expect.element(row('Call back.')).toMatchTextContent('Note · Old Mill')
  await expect.element(row('Call back.')).toMatchTextContent('Less than a day')
  await expect.element(page.getByRole('heading', { name: 'Deleted (2)' })).toBeVisible()
})

it('[recently-deleted.md#list] brings it back, once', async () => {
  const { backend } = open([deletion()])
  await page.getByRole('button', { name: 'Bring Back Corner Shop' }).dblClick()
  await expectToast('Brought back')
  expect(backend.sent('POST', BRING_BACK).map(({ body }) => body)).toEqual([{ subjects: ['c1'] }])
  await expect.element(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible()
})

it('[recently-deleted.md#list] says why something does not come back', async () => {
  const { backend } = open([deletion()])
  const why = 'What it belongs to was deleted too. Bring that back first.'
  backend.answer('POST', BRING_BACK, () => refusal(why))
  await page.getByRole('button', { name: 'Bring Back Corner Shop' }).click()
  await expectDestructiveToast('Not brought back', why)
  await expect.element(row('Corner Shop')).toBeVisible()
})

it('[recently-deleted.md#list] looks for a name and a kind, by the address', async () => {
  const { backend, portal } = open([], '?search=shop')
  await expect.element(page.getByText('Nothing found.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter by kind' }).selectOptions('Project')
  await expect.poll(() => portal.location).toBe('/dashboard/deleted?search=shop&kind=project')
  await expect
    .poll(() => backend.sent('GET', '/rest/v1/recently_deleted').at(-1)?.query)
    .toMatchObject({
      search_text: 'like.%shop%',
      kind: 'eq.project',
    })
})

it.each(phoneAndDesktop)(
  '[recently-deleted.md#list] has room for long names, and nobody is shut out on $device',
  async ({ size }) => {
    await page.viewport(...size)
    open([deletion({ title: 'Featherstonehaugh'.repeat(9), belongs_to: 'Konstantinopolsky'.repeat(9) })])
    await expect.element(page.getByRole('button', { name: /^Bring Back/ })).toBeVisible()
    expect(horizontalOverflow()).toBe(0)
    await expectAccessible()
  },
)
