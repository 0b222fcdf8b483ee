import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, ben, type Person } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { expectAccessible, expectTexts, overflow, phoneAndDesktop } from '../../testing/see.ts'
import HomeRoute from './home-route.tsx'

const REACH = '/rest/v1/update_reach'
const DAY_MS = 24 * 60 * 60 * 1000

const open = (backend: FakeBackend, as: Person = ben) =>
  Portal.open(backend, { screens: [{ path: '/dashboard', Component: HomeRoute }], at: '/dashboard', as })

const notOpened = () => page.getByRole('region', { name: 'Updates not opened by clients' })
const unanswered = () => page.getByRole('region', { name: "Waiting for a client's answer" })

/** An update that was shown to Clara so many days ago. */
const shown = (title: string, days: number, names: object = {}) => ({
  update_id: title,
  title,
  shown_at: new Date(Date.now() - days * DAY_MS - 1000).toISOString(),
  client_id: 'clara',
  client_name: 'Clara Client',
  project_id: 'website',
  project_name: 'Website',
  ...names,
})

function withReach(rows: { notOpened?: object[]; unanswered?: object[] }) {
  const backend = new FakeBackend()
  backend.answer('GET', REACH, ({ query }) =>
    Response.json((query.update_type === 'eq.review' ? rows.unanswered : rows.notOpened) ?? []),
  )
  return backend
}

it('[dashboard.md#clients] shows what waits for clients, with whose it is and since when', async () => {
  const portal = open(
    withReach({ notOpened: [shown('Menu', 3), shown('Logo', 5)], unanswered: [shown('Sketches', 12)] }),
  )
  await expectTexts(notOpened().getByRole('listitem'), [
    'MenuClara Client · Website · 3 days ago',
    'LogoClara Client · Website · 5 days ago',
  ])
  await expectTexts(unanswered().getByRole('listitem'), ['SketchesClara Client · Website · 12 days ago'])
  await expectAccessible()
  await unanswered().getByRole('link', { name: 'Clara Client' }).click()
  await expect.poll(() => portal.location).toBe('/dashboard/clients/clara')
  portal.back()
  await notOpened().getByRole('link', { name: 'Website' }).first().click()
  await expect.poll(() => portal.location).toBe('/dashboard/projects/website')
})

it('[dashboard.md#clients] asks for five of each, and for nothing else', async () => {
  const { backend } = open(withReach({}))
  await expect.element(unanswered().getByText('Nothing waits for an answer.')).toBeVisible()
  const asked = backend.sent('GET', REACH).map(({ query }) => query)
  expect(asked).toHaveLength(2)
  const [first, second] = asked
  expect(first).toMatchObject({ times_opened: 'eq.0', order: 'shown_at.desc,update_id.asc', limit: '5' })
  const since = Date.parse(first?.shown_at?.replace('gte.', '') ?? '')
  expect(Math.round((Date.now() - since) / DAY_MS)).toBe(60)
  const oldest = { update_type: 'eq.review', answer: 'is.null', order: 'shown_at.asc,update_id.asc', limit: '5' }
  expect(second).toMatchObject(oldest)
})

it('[dashboard.md#clients] says quietly that nothing waits', async () => {
  open(withReach({}), ana)
  await expect.element(notOpened().getByText('Nothing waits to be opened.')).toBeVisible()
  await expect.element(unanswered().getByText('Nothing waits for an answer.')).toBeVisible()
  await expectAccessible()
})

it.each<[string, Person]>([
  ['no agency', { ...ana, agency_id: null }],
  ['no role but that of everybody', { ...ben, roles: ['user'] }],
])('[dashboard.md#clients] shows and asks nothing to whom has %s', async (_what, person) => {
  const { backend } = open(withReach({ notOpened: [shown('Menu', 3)] }), person)
  await expect.element(page.getByRole('link', { name: 'View Reports' })).toBeVisible()
  await expect.poll(() => backend.sent('GET', '/rest/v1/user_profiles').length).toBeGreaterThan(0)
  expect(notOpened().length).toBe(0)
  expect(backend.sent('GET', REACH)).toEqual([])
})

it('says when one cannot be loaded, and can be asked again', async () => {
  const backend = withReach({ notOpened: [shown('Menu', 3)] })
  const recover = backend.answer('GET', REACH, () => refusal('No'))
  open(backend)
  await expect.element(notOpened().getByText('The updates could not be loaded.')).toBeVisible()
  recover()
  await notOpened().getByRole('button', { name: 'Try Again' }).click()
  await expectTexts(notOpened().getByRole('listitem'), ['MenuClara Client · Website · 3 days ago'])
  await expect.element(unanswered().getByRole('button', { name: 'Try Again' })).toBeVisible()
})

it.each(phoneAndDesktop)('has room for long names on $device', async ({ size }) => {
  await page.viewport(...size)
  const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4)
  open(withReach({ notOpened: [shown(long, 1, { client_name: long, project_name: long })] }))
  await expect.element(notOpened().getByRole('listitem')).toBeVisible()
  expect(overflow()).toBe(0)
  await expectAccessible()
})
