import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import { FakeBackend, noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ana, north, type Person, sol, south } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const MATCH = '/rest/v1/rpc/match_clients'
const IMPORT = '/rest/v1/rpc/import_rows'
const UNDO = '/rest/v1/rpc/undo_import'

const dialog = () => page.getByRole('dialog', { name: 'Import Clients' })
const button = (name: string | RegExp) => dialog().getByRole('button', { name })
const select = (name: string) => dialog().getByRole('combobox', { name })

type Scene = { known?: object[]; as?: Person; backend?: FakeBackend }

async function open({ known = [], as = ana, backend = new FakeBackend() }: Scene = {}) {
  backend.answer('POST', MATCH, () => Response.json(known))
  backend.answer('POST', IMPORT, ({ body }) => {
    const given: unknown = Reflect.get(Object(body), 'given')
    return Response.json(Array.isArray(given) && given.length > 0 ? [{ added: given.length, updated: 0 }] : [])
  })
  const portal = Portal.open(backend, { screens: portalScreens, at: '/dashboard/clients', as })
  await page.getByRole('button', { name: 'Import' }).click()
  return portal
}

const choose = (text: string, name = 'old.csv') =>
  userEvent.upload(dialog().getByLabelText(/Choose a file/), new File([text], name, { type: 'text/csv' }))

async function preview(text: string, scene?: Scene) {
  const portal = await open(scene)
  await choose(text)
  await button('Preview').click()
  return portal
}

const TWO = 'Name;E-mail;Seen\nAnna;anna@shop.test;today\nBert;bert@shop.test;'

it('[lists.md#import] goes from a file by its columns and what will happen to the list, once', async () => {
  const { backend } = await open()
  await choose(TWO)
  await expect.element(dialog().getByText('Not imported: Seen.')).toBeVisible()
  await expect.element(dialog().getByText('anna@shop.test · bert@shop.test')).toBeVisible()
  await expect.element(select('Name')).toHaveValue('name')
  await button('Preview').click()
  await expect.element(dialog().getByText('New clients (2)')).toBeVisible()
  expect(backend.sent('POST', IMPORT)).toEqual([])
  await button('Import 2 Clients').dblClick()
  await expectToast('2 clients imported', '2 added.')
  await expect.element(dialog()).not.toBeInTheDocument()
  const sent = backend.sent('POST', IMPORT).map(({ body }) => body)
  expect(sent).toEqual([
    {
      import: expect.stringMatching(/^[\da-f-]{36}$/),
      place: 'clients',
      agency: north,
      given: ['Anna', 'Bert'].map((name) => ({
        name,
        email: `${name.toLowerCase()}@shop.test`,
        prospect_status: 'prospect',
      })),
    },
  ])
})

it('[lists.md#undo] can be undone by its toast, part by part, and says what stays', async () => {
  const { backend } = await preview(TWO)
  const parts = [
    { undone: 1, remaining: 1 },
    { undone: 0, remaining: 1 },
  ]
  backend.answer('POST', UNDO, () => Response.json([parts.shift()]))
  await button('Import 2 Clients').click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast('Import partly undone', '1 undone. 1 stays, because someone has worked on it since.')
})

it('[lists.md#columns] asks for what is needed and no column is, and takes what somebody says', async () => {
  await open()
  await choose('Who,Where\nAnna,somewhere\n')
  await expect.element(button('Preview')).toBeDisabled()
  await expect.element(button('Preview')).toHaveAccessibleDescription('You still need to choose: Client Name, Email.')
  await select('Who').selectOptions('Client Name')
  await select('Where').selectOptions('Email')
  await button('Preview').click()
  await expect.element(dialog().getByText('Where: Enter an email address, like name@example.com.')).toBeVisible()
  await expect.element(button('Nothing to Import')).toBeDisabled()
  await button('Back').click()
  await expect.element(select('Who')).toHaveValue('name')
})

it('[lists.md#problems] imports no row while one is wrong, unless somebody leaves those out', async () => {
  const { backend } = await preview(`${TWO}\nCleo;cleo;\n`)
  await expect.element(dialog().getByText('Row 4', { exact: true })).toBeVisible()
  await expect.element(button('Import 2 Clients')).toBeDisabled()
  await dialog().getByRole('checkbox', { name: 'Leave this row out, and import the others' }).click()
  await expectAccessible()
  await button('Import 2 Clients').click()
  await expectToast('2 clients imported')
  expect(backend.sent('POST', IMPORT)).toHaveLength(1)
})

const anna = { id: 'a0000000-0000-4000-8000-000000000009', updated_at: '2026-03-04T10:00:00Z', name: 'Anna' }
const known = [
  {
    place: 1,
    recognised_by: 'email',
    found: {
      ...anna,
      ...{ email: 'anna@shop.test', company_name: null },
      phone: '1',
      website_url: null,
      industry: null,
      ...{ prospect_status: null, plan: 'Growth AI', plan_since: '2026-03-04' },
      ...{ looked_after_by: null, next_contact_on: null, next_contact_note: null },
      ...{ main_person_role: null, main_person_note: null },
    },
  },
]

it('[lists.md#duplicates] leaves those that are there as they are, or updates them where somebody says so', async () => {
  const { backend } = await preview('Name,E-mail,Phone\nAnna,anna@shop.test,2\nBert,bert@shop.test,', { known })
  await expect.element(dialog().getByText('By the same email address.')).toBeVisible()
  await expect.element(button('Import 1 Client')).toBeEnabled()
  await dialog()
    .getByLabelText(/^Update 1 client with the file’s values/)
    .click()
  await button('Import 2 Clients').click()
  await expectToast('2 clients imported')
  expect(backend.sent('POST', IMPORT)[0]?.body).toMatchObject({
    given: [{ id: anna.id, updated_at: anna.updated_at, phone: '2' }, { name: 'Bert' }],
  })
})

it('[lists.md#all-or-nothing] can be tried again where no answer came, under the same name', async () => {
  const { backend } = await preview(TWO)
  const mend = backend.answer('POST', IMPORT, noAnswer)
  await button('Import 2 Clients').click()
  await expectDestructiveToast(
    'Not imported',
    'The server is not answering. Please try again. Nothing will be imported twice.',
  )
  mend()
  await button('Import 2 Clients').click()
  await expectToast('2 clients imported')
  const [first, second] = backend.sent('POST', IMPORT).map(({ body }) => Reflect.get(Object(body), 'import'))
  expect(second).toBe(first)
})

it('[lists.md#all-or-nothing] tells after a reload what came of an import that was under way', async () => {
  const portal = await preview(TWO)
  const { backend } = portal
  const held = backend.hold('POST', IMPORT)
  await button('Import 2 Clients').click()
  await expect.poll(held.held).toBe(1)
  backend.answer('POST', IMPORT, () => Response.json([{ added: 2, updated: 0 }]))
  portal.reload()
  // The test keeps its page across a reload; a real one would cancel the first request.
  held.open()
  await expectToast('2 clients imported', '2 added.')
})

it('[lists.md#all-or-nothing] says why it was refused, and stays where it was', async () => {
  const { backend } = await preview(TWO)
  backend.answer('POST', IMPORT, () =>
    refusal('Somebody has added some of these meanwhile.', { status: 409, code: 'PT409' }),
  )
  await button('Import 2 Clients').click()
  await expectDestructiveToast('Not imported', 'Somebody has added some of these meanwhile.')
  await expect.element(button('Import 2 Clients')).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.element(dialog().getByText('New clients (2)')).toBeVisible()
})

it('[lists.md#files] says what is wrong with a file, and takes another', async () => {
  await open()
  await choose('', 'empty.csv')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('“empty.csv” is empty.')
  await choose(TWO)
  await expect.element(button('Preview')).toBeEnabled()
})

it('[lists.md#import] asks super admins whose they will be', async () => {
  const backend = new FakeBackend({
    agencies: [
      { id: north, name: 'North' },
      { id: south, name: 'South' },
    ],
  })
  await open({ as: sol, backend })
  await choose(TWO)
  await expect.element(select('Agency')).toHaveValue(north)
  await select('Agency').selectOptions('South')
  await button('Preview').click()
  await button('Import 2 Clients').click()
  await expectToast('2 clients imported')
  expect(backend.sent('POST', MATCH)[0]?.body).toMatchObject({ agency: south })
  expect(backend.sent('POST', IMPORT)[0]?.body).toMatchObject({ agency: south })
})

it('[lists.md#undo] offers the last imports where the next one begins', async () => {
  const importer = { display_name: 'Ben Carter' }
  const id = 'd0000000-0000-4000-8000-000000000001'
  const backend = new FakeBackend({
    imports: [
      {
        id,
        kind: 'clients',
        agency_id: north,
        added: 39,
        updated: 3,
        created_at: new Date().toISOString(),
        undone_at: null,
        importer,
      },
    ],
  })
  backend.answer('POST', UNDO, () => Response.json([{ undone: 42, remaining: 0 }]))
  await open({ backend })
  await expect.element(dialog().getByText('by Ben Carter: 39 added, 3 updated')).toBeVisible()
  await expectAccessible()
  await button(/^Undo the import of/).click()
  await expectToast('Import undone')
  expect(backend.sent('POST', UNDO)[0]?.body).toEqual({ import: id })
})

it('[lists.md#import] fits on a phone', async () => {
  await page.viewport(...phone)
  await open()
  await choose(
    `${'A heading without end '.repeat(8)},Name,Email\n${'x'.repeat(300)},${'Anna'.repeat(40)},anna@shop.test`,
  )
  await expect.element(button('Preview')).toBeEnabled()
  expect(horizontalOverflow()).toBe(0)
  await button('Preview').click()
  await dialog().getByText('New clients (1)').click()
  await expectAccessible()
  expect(horizontalOverflow()).toBe(0)
})
