import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CLARA, openClient, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectToast, horizontalOverflow, phone } from '../../testing/expect.ts'
import type { Row } from '../../testing/fake-table.ts'

const PEOPLE = '/rest/v1/client_people'
const CLIENTS = '/rest/v1/clients'
const TOM = 'a0000000-0000-4000-8000-000000000001'
const tom = { id: TOM, name: 'Tom Baker', role: 'Shop manager', email: 'tom@client.test', phone: '+1 555 0188' }

const card = () => page.getByRole('region', { name: 'People' })
const people = () => card().getByRole('listitem')
const form = (name: string) => page.getByRole('dialog', { name })

function openWith(...rows: Row[]) {
  const backend = withClara()
  for (const row of rows) backend.table('client_people').insert({ client_id: CLARA, ...row })
  openClient(backend)
  return backend
}

async function choose(task: string, of = 'Tom Baker') {
  await card()
    .getByRole('button', { name: `More of ${of}` })
    .click()
  await page.getByRole('menuitem', { name: task }).click()
}

it('[clients.md#people] are listed after the main person, whose address is not repeated', async () => {
  openWith(tom)
  await expect.element(people()).toHaveLength(2)
  await expect.element(people().first()).toMatchTextContent(/^Clara Client ?Main$/)
  await expect.element(people().last()).toMatchTextContent(/^Tom Baker.*Shop manager.*tom@client\.test.*\+1 555 0188/)
  await expect.element(people().last().getByRole('link', { name: 'tom@client.test' })).toBeVisible()
  await expectAccessible()
})

it('[clients.md#people] are added with what is known of them, by the rules of a client', async () => {
  const backend = openWith()
  await card().getByRole('button', { name: 'Add Person' }).click()
  await form('Add Person').getByLabelText('Name').fill('Tom Baker')
  await form('Add Person').getByLabelText('Email').fill('tom@shop..test')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(form('Add Person').getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true')
  await form('Add Person').getByLabelText('Email').fill(' tom@shop.test ')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Person added')
  const [{ body } = { body: undefined }] = backend.sent('POST', PEOPLE)
  expect(body).toEqual({
    ...{ client_id: CLARA, name: 'Tom Baker', role: null, email: 'tom@shop.test', phone: null, note: null },
  })
})

it('[clients.md#people] are changed, the main person with the client', async () => {
  const backend = openWith(tom)
  await choose('Edit')
  await form('Edit Person').getByLabelText('Role').fill('Owner')
  await form('Edit Person').getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Person updated')
  expect(backend.sent('PATCH', PEOPLE).map(({ body }) => body)).toMatchObject([{ name: 'Tom Baker', role: 'Owner' }])
  await choose('Edit', 'Clara Client')
  await form('Edit Person').getByLabelText('Email').fill('')
  await form('Edit Person').getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(form('Edit Person').getByText('Enter an email address.')).toBeVisible()
  await form('Edit Person').getByLabelText('Email').fill('clara@shop.test')
  await form('Edit Person').getByLabelText('Role').fill('Founder')
  await form('Edit Person').getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(() => backend.sent('PATCH', CLIENTS).map(({ body }) => body))
    .toEqual([
      {
        ...{ name: 'Clara Client', email: 'clara@shop.test', phone: null },
        ...{ main_person_role: 'Founder', main_person_note: null },
      },
    ])
})

it('[clients.md#people] take the place of the main person, with Undo', async () => {
  const backend = openWith(tom, { name: 'Ann' })
  backend.answer('POST', '/rest/v1/rpc/make_main_person', () => new Response(null, { status: 204 }))
  await card().getByRole('button', { name: 'More of Ann' }).click()
  await expect
    .element(page.getByRole('menuitem', { name: 'Main needs an email' }))
    .toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await choose('Make Main Person Renames the client to “Tom Baker”')
  await expectToast('Main person changed', 'Tom Baker')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => backend.sent('POST', '/rest/v1/rpc/make_main_person').map(({ body }) => body))
    .toEqual([{ person: TOM }, { person: TOM }])
})

it('[clients.md#people] are deleted with Undo', async () => {
  const backend = openWith(tom)
  await choose('Delete')
  await expectToast('Person deleted', 'Tom Baker. Their links no longer work.')
  await expect.element(people()).toHaveLength(1)
  backend.answer('POST', '/rest/v1/rpc/bring_back', () => Response.json(1))
  backend.answer('POST', '/functions/v1/settle-deleted', () => Response.json({}))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => backend.sent('POST', '/rest/v1/rpc/bring_back').map(({ body }) => body))
    .toEqual([{ subjects: [TOM] }])
  await expectToast('Brought back')
})

it('[client-page.md#access] get links of their own, called as they are, the main person too', async () => {
  const backend = openWith(tom)
  backend.answer('POST', '/rest/v1/rpc/make_client_link', () => Response.json({ id: 'link', token: 'T'.repeat(43) }))
  for (const name of ['Tom Baker', 'Clara Client']) {
    await choose('Make Link', name)
    await expect.element(form('Make Link').getByLabelText('Name')).toHaveValue(name)
    await form('Make Link').getByRole('button', { name: 'Make Link' }).click()
    await form('Link Made').getByRole('button', { name: 'Done' }).click()
  }
  expect(backend.sent('POST', '/rest/v1/rpc/make_client_link').map(({ body }) => body)).toEqual([
    { client: CLARA, name: 'Tom Baker', days: 30, person: TOM },
    { client: CLARA, name: 'Clara Client', days: 30, person: CLARA },
  ])
})

it('fits a phone with everything as long as may be', async () => {
  await page.viewport(...phone)
  const email = `${'m'.repeat(60)}@${'m'.repeat(60)}.test`
  openWith({ name: 'M'.repeat(200), role: 'M'.repeat(100), email, phone: '5'.repeat(50), note: 'M'.repeat(2000) })
  await expect.element(people()).toHaveLength(2)
  expect(horizontalOverflow()).toBe(0)
})
