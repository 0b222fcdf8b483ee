import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectToast } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ana } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const IMPORT = '/rest/v1/rpc/import_rows'

const dialog = () => page.getByRole('dialog', { name: /^Import / })
const button = (name: string) => dialog().getByRole('button', { name })
const select = (name: string) => dialog().getByRole('combobox', { name })

async function open(list: 'clients' | 'projects' = 'clients', known: object[] = []) {
  const backend = new FakeBackend()
  backend.answer('POST', `/rest/v1/rpc/match_${list}`, () => Response.json(known))
  backend.answer('POST', IMPORT, () => Response.json([{ added: 3, updated: 0 }]))
  Portal.open(backend, { screens: portalScreens, at: `/dashboard/${list}`, as: ana })
  await page.getByRole('button', { name: 'Import' }).click()
  return { backend }
}

const choose = (text: BlobPart) =>
  userEvent.upload(dialog().getByLabelText(/Choose a file/), new File([text], 'old.csv', { type: 'text/csv' }))

it('[lists.md#files] shows in which code page a file is read, and reads it in another one', async () => {
  await open()
  const polish = Uint8Array.from('Client Name;Email\n\xA3ukasz \xAF\xF3\xB3\xE6;l@swit.test', (letter) =>
    letter.charCodeAt(0),
  )
  await choose(polish)
  await expect.element(select('Do these letters look right?')).toHaveValue('windows-1250')
  await expect.element(dialog().getByText('Łukasz Żółć. The file doesn’t say', { exact: false })).toBeVisible()
  await expectAccessible()
  await select('Do these letters look right?').selectOptions('Western European (Windows)')
  await expect.element(dialog().getByText('£ukasz ¯ó³æ. The file doesn’t say', { exact: false })).toBeVisible()
  await expect.element(select('Email')).toHaveValue('email')
})

it('[lists.md#values] asks once what words mean that are none of ours, and leaves the others out', async () => {
  const { backend } = await open()
  await choose('Name,Email,Status\nAnna,anna@shop.test,Lead\nBert,bert@shop.test,Alchemist\nCleo,cleo@shop.test,Gone')
  await expect.element(select('“Lead” in 1 row')).toHaveValue('prospect')
  await expect.element(select('“Alchemist” in 1 row')).toHaveValue('')
  await select('“Gone” in 1 row').selectOptions('inactive')
  await expectAccessible()
  await button('Preview').click()
  await button('Import 3 Clients').click()
  await expectToast('3 clients imported')
  expect(backend.sent('POST', IMPORT)[0]?.body).toMatchObject({
    given: [
      { name: 'Anna', prospect_status: 'prospect' },
      { name: 'Bert', prospect_status: 'prospect' },
      { name: 'Cleo', prospect_status: 'inactive' },
    ],
  })
})

it('[lists.md#columns] says where it has guessed, what was passed over, and which lines are damaged', async () => {
  await open()
  await choose(
    'Customers of 2026\n\nName,Contact Person,Email\nShop,Anna,anna@shop.test\nFirm,Bert,bert@shop.test,x,y\nHut,"Cleo,c@d.test\n',
  )
  await expect.element(select('Contact Person')).toHaveAccessibleDescription('Guessed. Is it right?')
  await expect.element(dialog().getByText('Skipped, outside the table: row 1, “Customers of 2026”.')).toBeVisible()
  await expect.element(dialog().getByText('Damaged: rows 5, 6. The preview shows why.')).toBeVisible()
  await select('Contact Person').selectOptions('Client Name')
  await expect.element(select('Contact Person')).not.toHaveAccessibleDescription('Guessed. Is it right?')
  await button('Preview').click()
  await expect.element(dialog().getByText('Line: A quotation mark is opened here but never closed.')).toBeVisible()
})

it('[lists.md#values] asks which amount 1.250 is, and reads no word like TBD', async () => {
  await open('projects')
  await choose('Project,Client,Type,Budget,Start\nMenu,Shop,Maintenance,1.250,TBD')
  await expect.element(dialog().getByText('Treated as “not known”: “TBD”, in 1 cell.')).toBeVisible()
  await expect.element(button('Preview')).toBeDisabled()
  await expect.element(button('Preview')).toHaveAccessibleDescription('You still need to choose: Amounts like 1.250.')
  await expectAccessible()
  await select('Amounts like 1.250').selectOptions('$1,250.00')
  await expect.element(button('Preview')).toBeEnabled()
})

const found = {
  id: 'a0000000-0000-4000-8000-000000000009',
  updated_at: '2026-03-04T10:00:00Z',
  name: 'Maria Garcia',
  email: 'maria@one.test',
  company_name: null,
  phone: null,
  website_url: null,
  industry: null,
  prospect_status: null,
  ...{ plan: null, plan_since: null, looked_after_by: null, next_contact_on: null, next_contact_note: null },
  ...{ main_person_role: null, main_person_note: null },
}

it('[lists.md#duplicates] asks of each namesake with another address whether it is the same client', async () => {
  const { backend } = await open(
    'clients',
    [1, 2].map((place) => ({ place, recognised_by: 'name', found })),
  )
  await choose('Name,Email\nMaria Garcia,m.garcia@two.test\nMaria Garcia,maria@three.test')
  await button('Preview').click()
  await expect.element(dialog().getByText('Same name as an existing client (2)')).toBeVisible()
  await expect.element(button('Import 2 Clients')).toBeEnabled()
  await dialog().getByLabelText('The same client as maria@one.test: update it').first().click()
  await expectAccessible()
  await button('Import 2 Clients').click()
  await expectToast('3 clients imported')
  expect(backend.sent('POST', IMPORT)[0]?.body).toMatchObject({
    given: [
      { id: found.id, updated_at: found.updated_at, email: 'm.garcia@two.test' },
      { name: 'Maria Garcia', email: 'maria@three.test' },
    ],
  })
})

it('[clients.md#people] says that the people of an existing client stay, and whom it adds', async () => {
  const { backend } = await open('clients', [{ place: 1, recognised_by: 'email', found }])
  backend
    .table('clients')
    .insert({ id: found.id, people: [{ name: 'Tom', role: null, email: null, phone: null, note: null }] })
  await choose('Name,Email,People\nMaria Garcia,maria@one.test,"Tom\nAnn (Owner)"')
  await button('Preview').click()
  const said = 'The people that a client has stay as they are. Others of the file are added.'
  await expect.element(dialog().getByText(said)).toBeVisible()
  await expect.element(dialog().getByText(/^People: Tom becomes Tom, Ann$/)).toBeVisible()
})

it('[lists.md#duplicates] asks the same of a client with the phone number or website of another', async () => {
  await open('clients', [
    { place: 1, recognised_by: 'phone', found },
    { place: 2, recognised_by: 'website', found },
  ])
  await choose('Name,Email,Phone,Website\nAnna,a@two.test,555 0100,\nBert,b@three.test,,garcia.test')
  await button('Preview').click()
  await expect.element(dialog().getByText('Same contact details as an existing client (2)')).toBeVisible()
  await expect.element(dialog().getByText('Has the same phone number as Maria Garcia.')).toBeVisible()
  await expect.element(dialog().getByText('Has the same website as Maria Garcia.')).toBeVisible()
  await expect.element(button('Import 2 Clients')).toBeEnabled()
})
