import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  ENQUIRIES,
  ORIGINS,
  openEnquiries,
  openVera,
  vera,
  withEnquiries,
} from '../../testing/enquiry-scene.ts'
import { expectTexts, expectToast, row, rows } from '../../testing/expect.ts'
import type { FakeBackend } from '../../testing/fake-backend.ts'
import { ben } from '../../testing/people.ts'

const SOURCE = 'd0000000-0000-4000-8000-000000000001'
const byPhone = { id: ben.id, name: 'Paul Phone', email: '', business_name: '', came_by: 'phone' }

const withOrigins = (backend: FakeBackend) => {
  const none = { source: null, name: null, is_revoked: false }
  backend.answer('GET', ORIGINS, () =>
    Response.json([
      { ...none, came_by: 'website', enquiries: 1 },
      { ...none, came_by: 'phone', enquiries: 1200 },
      { ...none, came_by: 'visit', enquiries: 0 },
      { came_by: 'source', source: SOURCE, name: 'Spring', is_revoked: false, enquiries: 1 },
    ]),
  )
  return backend
}
const all = () =>
  withEnquiries(vera(), vera(byPhone), vera({ id: SOURCE, name: 'Sara', came_by: 'source', source_id: SOURCE }))
const select = () => page.getByRole('combobox', { name: 'Came by' })

beforeEach(() => page.viewport(1366, 900))

it('[enquiries.md#came-by] says it below the name, and narrows the list, with the number of each', async () => {
  const portal = openEnquiries(withOrigins(all()))
  await expect.element(row('Sara')).toMatchTextContent('vera@flowers.test · Spring')
  await expect.element(row('Paul Phone')).toMatchTextContent('+1 (555) 010-2030 · Phone')
  expect(row('Vera Flower').getByText('·').length).toBe(0)
  await expectTexts(select().getByRole('option'), ['Came by any way', 'Website (1)', 'Phone (1,200)', 'Spring (1)'])
  await select().selectOptions('Spring (1)')
  await expectTexts(rows().getByRole('link'), ['Sara'])
  expect(portal.location).toBe(`/dashboard/enquiries?came-by=${SOURCE}`)
  await select().selectOptions('Phone (1,200)')
  await expectTexts(rows().getByRole('link'), ['Paul Phone'])
  expect(portal.backend.sent('GET', ENQUIRIES).at(-1)?.query.came_by).toBe('eq.phone')
})

it('[enquiries.md#came-by] is no question while all of them came by the website', async () => {
  openEnquiries(withEnquiries(vera()))
  await expect.element(rows()).toHaveLength(1)
  await expect.element(select()).not.toBeInTheDocument()
})

it('[enquiries.md#came-by] an enquiry without an address offers no mail to it', async () => {
  openVera(withOrigins(withEnquiries(vera({ ...byPhone, id: vera().id, message: null }))))
  await expect.element(page.getByText('Came by')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Call' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Reply by Email' }).length).toBe(0)
})

it('[enquiries.md#add-enquiry] needs a name and one way to answer', async () => {
  const portal = openEnquiries(withEnquiries())
  await button('Add Enquiry').click()
  const dialog = page.getByRole('dialog', { name: 'Add Enquiry' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Vera Flower')
  await dialog.getByRole('button', { name: 'Add Enquiry' }).click()
  await expect.element(dialog.getByText('Enter an email address or a phone number.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 2030')
  await dialog.getByRole('combobox', { name: 'Came by' }).selectOptions('Visit')
  await dialog.getByRole('button', { name: 'Add Enquiry' }).click()
  await expectToast('Enquiry added')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(portal.backend.sent('POST', ENQUIRIES).at(-1)?.body).toEqual({
    ...{ came_by: 'visit', name: 'Vera Flower', business_name: '', email: '', phone: '+1 555 010 2030' },
    ...{ service: 'other', message: null },
  })
})
