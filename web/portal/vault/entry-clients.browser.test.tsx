import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectToast, horizontalOverflow } from '../../testing/expect.ts'
import { ana, north, south } from '../../testing/people.ts'
import {
  action,
  addEntry,
  create,
  dialog,
  entry,
  field,
  openVaultOn,
  PASSPHRASE,
  passphraseField,
  stored,
  titles,
  unlock,
  update,
  withEntries,
} from '../../testing/vault-scene.ts'

const CLARA = 'c0000000-0000-4000-8000-000000000001'
const clara = { id: CLARA, name: 'Clara Client', email: 'clara@client.test', agency_id: north, agencies: null }
const zed = { ...clara, id: 'c0000000-0000-4000-8000-000000000002', name: 'Zed Last' }
const far = { ...clara, id: 'c0000000-0000-4000-8000-000000000003', name: 'Clara Far', agency_id: south }

async function open(at = '/dashboard/vault') {
  const backend = await withEntries(
    { title: 'Shop', client_id: CLARA, client: { name: 'Clara Client' } },
    { title: 'Router' },
    { title: 'Desk', client_id: zed.id, client: { name: 'Zed Last' } },
  )
  for (const client of [clara, zed, far])
    backend.table('clients').insert({ ...client, search_text: client.name.toLowerCase() })
  return openVaultOn(backend, ana, at)
}

const filter = () => page.getByRole('combobox', { name: 'Filter by client' })
const clientBox = () => dialog().getByRole('combobox', { name: 'Client' })

it('[vault.md#clients] names an entry’s client, leads to them, and narrows the list to one', async () => {
  const portal = await open()
  await expect.element(entry('Shop').getByRole('link', { name: 'Client: Clara Client' })).toBeVisible()
  await filter().selectOptions('Clara Client')
  await expect.element(titles()).toHaveLength(1)
  await expect.element(page.getByText('1 found')).toBeInTheDocument()
  expect(portal.location).toBe(`/dashboard/vault?client=${CLARA}`)
  await expectAccessible()
  await filter().selectOptions('All clients')
  await expect.element(titles()).toHaveLength(3)
})

it.each([390, 768, 1024])('[vault.md#list] has room for its search and filters in %s px', async (width) => {
  await page.viewport(width, 800)
  await open()
  await expect.element(filter()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})

it('[vault.md#clients] adds an entry about the client of the address, whom the list stays narrowed to', async () => {
  const { backend } = await open(`/dashboard/vault?client=${CLARA}&new`)
  await expect.element(clientBox()).toHaveValue('Clara Client')
  await userEvent.keyboard('{Escape}')
  await unlock()
  await addEntry().click()
  await field('Title').fill('Mail')
  await field('Password').fill('secret')
  await create().click()
  await expectToast('Saved')
  expect(stored(backend, 'Mail')?.client_id).toBe(CLARA)
  await expect.element(filter()).toHaveValue(CLARA)
})

it('[vault.md#clients] chooses among the clients of one’s own agency, and gives one up', async () => {
  const { backend } = await open()
  await passphraseField().fill(PASSPHRASE)
  await action('Shop', /^Edit/).click()
  await expect.element(clientBox()).toHaveValue('Clara Client')
  await clientBox().fill('clara')
  await expect.element(dialog().getByText('1 client found')).toBeVisible()
  await clientBox().fill('')
  await update().click()
  await expectToast('Updated')
  expect(stored(backend, 'Shop')?.client_id).toBeNull()
})

it('[vault.md#clients] has all of what it suggests in sight, though the field is at the end of the form', async () => {
  const { backend } = await open()
  for (let number = 0; number < 12; number += 1) {
    const more = { ...clara, id: crypto.randomUUID(), name: `Shop ${number}` }
    backend.table('clients').insert({ ...more, search_text: more.name.toLowerCase() })
  }
  await addEntry().click()
  await field('Notes').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(clientBox()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  const found = dialog().getByRole('listbox', { name: 'Clients' })
  await expect.poll(() => found.getByRole('option').elements().length).toBeGreaterThan(10)
  const bottomOf = (element: Element | null | undefined) => element?.getBoundingClientRect().bottom ?? Number.NaN
  const end = bottomOf(dialog().element())
  await expect.poll(() => bottomOf(found.element().parentElement)).toBeLessThan(end)
})

it('[vault.md#clients] suggests nobody of another agency, whatever the address says', async () => {
  await open(`/dashboard/vault?client=${far.id}&new`)
  await expect.element(clientBox()).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(filter()).toHaveValue(far.id)
  await expect.element(page.getByText('No entries like that.')).toBeVisible()
})
