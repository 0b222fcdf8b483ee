import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CLARA, openClient, withClara } from '../../testing/client-scene.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import { ana, type Person } from '../../testing/people.ts'
import { savedFiles } from '../../testing/saved-files.ts'

const ERASE = '/functions/v1/erase-client'
const EXPORT = '/functions/v1/export-client'
const TOM = 'a0000000-0000-4000-8000-000000000001'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Erase for Good' })
const name = () => dialog().getByRole('textbox')
const confirm = () => dialog().getByRole('button', { name: 'Erase for Good' })

function open(as?: Person) {
  const backend = withClara()
  backend.table('client_people').insert({ id: TOM, client_id: CLARA, name: 'Tom Baker', email: 'tom@client.test' })
  return { backend, portal: openClient(backend, undefined, as) }
}

async function chooseOfTom(task: string) {
  await page.getByRole('button', { name: 'More of Tom Baker' }).click()
  await page.getByRole('menuitem', { name: task }).click()
}

const refused = (message: string, status = 404) => Response.json({ error: message }, { status })

it('[clients.md#erase-for-good] is offered to admins alone', async () => {
  open()
  await page.getByRole('button', { name: 'More of Tom Baker' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Erase for Good' }).length).toBe(0)
  expect(page.getByText('Erase for good').length).toBe(0)
  expect(page.getByText('Export everything').length).toBe(0)
})

it('[clients.md#export-everything] saves the archive of a client, or of one of its people', async () => {
  const { backend } = open(ana)
  const files = savedFiles()
  backend.answer('POST', EXPORT, () => new Response('tar', { headers: { 'content-type': 'application/octet-stream' } }))
  await button('Export everything').click()
  await expectToast('Everything exported')
  await chooseOfTom('Export Everything')
  await expect.poll(() => files.size).toBe(2)
  expect(backend.sent('POST', EXPORT).map(({ body }) => body)).toEqual([{ client: CLARA }, { person: TOM }])
  const names = [...files.keys()]
  expect(names[0]).toMatch(new RegExp(`^client-${CLARA}-\\d{4}-\\d\\d-\\d\\d\\.tar\\.gz$`))
  expect(names[1]).toMatch(new RegExp(`^person-${TOM}-`))
  expect(await files.get(`${names[0]}`)?.text()).toBe('tar')
})

it('[clients.md#export-everything] says why nothing was saved', async () => {
  const { backend } = open(ana)
  const files = savedFiles()
  backend.answer('POST', EXPORT, () => refused('There is no such client.'))
  await button('Export everything').click()
  await expectDestructiveToast('Not exported', 'There is no such client.')
  expect(files.size).toBe(0)
})

it('[clients.md#erase-for-good] asks for the name of the client, erases it once, and leads back to the list', async () => {
  const { backend, portal } = open(ana)
  backend.answer('POST', ERASE, () => {
    backend.table('clients').rows.length = 0
    return Response.json({ success: true })
  })
  await button('Erase for good').click()
  await expect
    .element(dialog())
    .toMatchTextContent(/Clara Client goes with its people, projects.*Nobody can undo this\./)
  await expectAccessible()
  await confirm().click()
  await expect.element(name()).toHaveAccessibleDescription('Type it as it is: Clara Client')
  await name().fill('clara client')
  await userEvent.keyboard('{Enter}')
  await expect.element(name()).toHaveAttribute('aria-invalid', 'true')
  expect(backend.sent('POST', ERASE)).toEqual([])
  await name().fill('  Clara  Client ')
  await confirm().dblClick()
  await expectToast('Client erased for good')
  await expect.poll(() => portal.location).toBe('/dashboard/clients')
  expect(backend.sent('POST', ERASE).map(({ body }) => body)).toEqual([{ client: CLARA }])
})

it('[clients.md#erase-for-good] erases nothing where it is cancelled', async () => {
  const { backend } = open(ana)
  await button('Erase for good').click()
  await name().fill('Clara Client')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('Erase for good')).toHaveFocus()
  expect(backend.sent('POST', ERASE)).toEqual([])
})

it.each([
  ['a colleague was faster', () => refused('There is no such client.'), 'There is no such client.'],
  ['the server does not answer', noAnswer, 'Not everything is erased yet. Please try again.'],
])('[clients.md#erase-for-good] says so where %s, and stays', async (_why, answer, said) => {
  const { backend, portal } = open(ana)
  backend.answer('POST', ERASE, answer)
  await button('Erase for good').click()
  await name().fill('Clara Client')
  await confirm().click()
  await expectDestructiveToast('Not erased', said)
  await expect.element(name()).toHaveValue('Clara Client')
  expect(portal.location).toBe(`/dashboard/clients/${CLARA}`)
})

it('[clients.md#erase-for-good] erases one of its people, but not the main person', async () => {
  const { backend, portal } = open(ana)
  backend.answer('POST', ERASE, () => {
    backend.table('client_people').rows.length = 0
    return Response.json({ success: true })
  })
  await page.getByRole('button', { name: 'More of Clara Client' }).click()
  expect(page.getByRole('menuitem', { name: 'Erase for Good' }).length).toBe(0)
  await userEvent.keyboard('{Escape}')
  await chooseOfTom('Erase for Good')
  await name().fill('Tom Baker')
  await confirm().click()
  await expectToast('Person erased for good')
  expect(backend.sent('POST', ERASE).map(({ body }) => body)).toEqual([{ person: TOM }])
  await expect.element(page.getByRole('button', { name: 'More of Tom Baker' })).not.toBeInTheDocument()
  expect(portal.location).toBe(`/dashboard/clients/${CLARA}`)
})

it('fits a phone, however long the name', async () => {
  await page.viewport(...phone)
  const backend = withClara()
  Object.assign(backend.table('clients').rows[0] ?? {}, { name: 'M'.repeat(200) })
  openClient(backend, undefined, ana)
  await expect.element(button('Erase for good')).toBeVisible()
  await expect.element(page.getByText(/^No valid links\./)).toBeVisible()
  await button('Erase for good').click()
  await confirm().click()
  await expect.element(name()).toHaveAttribute('aria-invalid', 'true')
  expect(horizontalOverflow()).toBe(0)
  const { right } = name().element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(phone[0])
})
