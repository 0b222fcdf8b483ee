import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { today } from '../../lib/today.ts'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, north, type Person, sol } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'
import { savedFiles } from '../../testing/saved-files.ts'

const CLIENTS = '/rest/v1/clients'
const SEARCHED = '(search_text.like."%client%",people_text.like."%client%")'
const button = () => page.getByRole('button', { name: 'Export' })

const open = (backend: FakeBackend, at: string, as: Person = ana) =>
  Portal.open(backend, { screens: portalScreens, at, as })
const NOTE = '/rest/v1/rpc/note_list_export'
const noting = (backend: FakeBackend) => {
  backend.answer('POST', NOTE, () => new Response(null, { status: 204 }))
  return backend
}
const tom = { name: 'Tom Baker', role: 'Manager', email: 'tom@shop.test', phone: '+1 555 0188', note: 'Calls.' }
const withClients = (count: number) =>
  noting(
    new FakeBackend({
      clients: Array.from({ length: count }, (_, number) => ({
        id: `c${number}`,
        name: `Client ${number}`,
        email: `c${number}@shop.test`,
        search_text: `client ${number}`,
        people: number === 1 ? [tom] : [],
        company_name: number === 0 ? '=HYPERLINK("http://evil.test")' : null,
        created_at: '2026-03-04T10:00:00Z',
      })),
    }),
  )

it('[lists.md#export] saves all that is shown, on all pages, in its order, and no formula', async () => {
  const backend = withClients(1203)
  const files = savedFiles()
  open(backend, '/dashboard/clients?search=client&sort=name')
  await button().dblClick()
  await expectToast('Exported', 'The table is in your downloads.')
  const text = (await files.get(`clients-${today()}.csv`)?.text()) ?? ''
  const [headings, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  expect(headings).toBe(
    'Name,Company,Email,Phone,Website,Industry,Status,Plan,Plan Since,Looked After By,Next Contact,Next Contact Note,Main Person Role,Main Person Note,People,Added,Id',
  )
  expect(lines).toHaveLength(1203)
  expect(text).toContain(',Tom Baker (Manager) <tom@shop.test> +1 555 0188 – Calls.,')
  expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  const asked = backend.sent('GET', CLIENTS).filter(({ query }) => query.limit === '1000')
  expect(asked.map(({ query }) => query)).toMatchObject([
    { or: SEARCHED, order: 'search_text.asc.nullslast,created_at.desc,id.asc', offset: '0' },
    { or: SEARCHED, order: 'search_text.asc.nullslast,created_at.desc,id.asc', offset: '1000' },
  ])
  expect(backend.sent('POST', NOTE).map(({ body }) => body)).toEqual([{ list: 'clients', row_count: 1203 }])
})

it('[lists.md#export] can be stopped where it takes long, and saves nothing then', async () => {
  const backend = withClients(1203)
  const files = savedFiles()
  open(backend, '/dashboard/clients')
  await expect.element(button()).toBeEnabled()
  const rest = backend.hold('GET', CLIENTS, ({ query }) => query.offset === '1000')
  await button().click()
  await page.getByRole('button', { name: 'Stop' }).click()
  rest.open()
  await expectToast('Export stopped', 'Nothing was saved.')
  await expect.element(button()).toBeEnabled()
  expect(files.size).toBe(0)
  expect(backend.sent('POST', NOTE)).toEqual([])
})

it('[lists.md#export] saves nothing that the audit trail could not be told of', async () => {
  const backend = withClients(1)
  const files = savedFiles()
  backend.answer('POST', NOTE, () => refusal('No'))
  open(backend, '/dashboard/clients')
  await button().click()
  await expectDestructiveToast('Not exported', 'No')
  expect(files.size).toBe(0)
})

it('[lists.md#export] says why it could not, and has nothing to do where there is nothing', async () => {
  const files = savedFiles()
  const backend = withClients(1)
  open(backend, '/dashboard/clients')
  await expect.element(button()).toBeEnabled()
  backend.answer('GET', CLIENTS, () => refusal('No'))
  await button().click()
  await expectDestructiveToast('Not exported', 'No')
  expect(files.size).toBe(0)
  Portal.close()
  open(withClients(0), '/dashboard/clients')
  await expect.element(page.getByRole('heading', { name: 'Clients (0)' })).toBeVisible()
  await expect.element(button()).toBeDisabled()
})

it.each([
  ['projects', 'Project,Client,Agency,Type,Status,Priority,Assigned To,Budget,'],
  ['users', 'Name,Email,Roles,Agency,Joined,Last Sign-In,Deactivated,Id'],
  ['enquiries', 'Received,Name,Business,Email,Phone,Service,Came By,Message,State,'],
])('[lists.md#export] saves %s, too', async (name, headings) => {
  const files = savedFiles()
  const backend = noting(
    new FakeBackend({
      agencies: [{ id: north, name: 'North', answers_website: true }],
      projects: [{ id: 'p', name: 'Website', created_at: '2026-03-04' }],
      contact_submissions: [{ id: 'e', name: 'Vera', business_name: 'Flowers', created_at: '2026-03-04' }],
    }),
  )
  open(backend, `/dashboard/${name}`, sol)
  await button().click()
  await expectToast('Exported')
  const text = (await files.get(`${name}-${today()}.csv`)?.text()) ?? ''
  expect(text.replace(/^\uFEFF/, '').startsWith(headings)).toBe(true)
  expect(text.split('\r\n').length).toBeGreaterThan(2)
})
