import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hoursAgo, ORIGINS, openEnquiries, SOURCES, withEnquiries } from '../../../testing/enquiry-scene.ts'
import { expectAccessible, expectToast, horizontalOverflow, phoneAndDesktop } from '../../../testing/expect.ts'
import type { Row } from '../../../testing/fake-table.ts'
import { ana, ben, type Person } from '../../../testing/people.ts'

const SPRING = 'd0000000-0000-4000-8000-000000000001'
const spring: Row = { id: SPRING, name: 'Spring', last_received_at: hoursAgo(2) }
const items = () => page.getByRole('region', { name: 'Sources' }).getByRole('listitem')

function openSources(sources: Row[], as: Person = ana) {
  const backend = withEnquiries()
  for (const source of sources) backend.table('enquiry_sources').insert(source)
  backend.answer('GET', ORIGINS, () =>
    Response.json([{ came_by: 'source', source: SPRING, name: 'Spring', is_revoked: false, enquiries: 12 }]),
  )
  return openEnquiries(backend, { as, at: '/sources' })
}

it('[enquiry-sources.md#screen] says what each has sent, and why the last thing was refused', async () => {
  const refusal = { last_refused_at: hoursAgo(1), last_refusal: 'name: Enter a name.' }
  openSources([
    { ...spring, ...refusal },
    { id: ben.id, name: 'Old', revoked_at: hoursAgo(9), last_test_at: hoursAgo(20) },
  ])
  await expect
    .element(items().first())
    .toMatchTextContent(/Spring.*12 enquiries · Last enquiry 2 hours ago.*Refused 1 hour ago: name: Enter a name\./)
  await expect.element(items().last()).toMatchTextContent(/Old.*Revoked.*0 enquiries · No enquiry yet · Last test/)
  await expect.element(items().last().getByRole('button')).not.toBeInTheDocument()
})

it('[enquiry-sources.md#screen] shows the address and the key of a new one once', async () => {
  const portal = openSources([])
  portal.backend.answer('POST', '/rest/v1/rpc/make_enquiry_source', () =>
    Response.json({ id: SPRING, secret: 'the-secret', google_key: 'the-key' }),
  )
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await expect.element(page.getByText('No sources yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Source' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Source' }).click()
  const made = page.getByRole('dialog', { name: 'Source Added' })
  await userEvent.keyboard('{Escape}')
  await made.getByRole('button', { name: 'Copy Address' }).click()
  await made.getByRole('button', { name: 'Copy Key' }).click()
  expect(copy.mock.calls).toEqual([[expect.stringMatching(/\/functions\/v1\/enquiry-in\/the-secret$/)], ['the-key']])
  await made.getByRole('button', { name: 'Done' }).click()
  await expect.element(made).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain('the-secret')
})

it('[enquiry-sources.md#screen] ends one at once', async () => {
  const portal = openSources([spring])
  await page.getByRole('button', { name: 'Revoke Spring' }).click()
  await page.getByRole('alertdialog', { name: 'Revoke source?' }).getByRole('button', { name: 'Revoke' }).click()
  await expectToast('Source revoked')
  expect(portal.backend.sent('PATCH', SOURCES)[0]?.body).toEqual({ revoked_at: expect.any(String) })
})

it('[enquiry-sources.md#access] is denied to the staff, who see no link to it', async () => {
  const portal = openSources([spring], ben)
  await expect.element(page.getByText("Access Denied — You don't have permission to manage sources.")).toBeVisible()
  expect(portal.backend.sent('GET', SOURCES)).toEqual([])
})

it.each(phoneAndDesktop)(
  'nothing is wrong for axe on $device, and nothing too wide, also with a long name',
  async ({ size }) => {
    await page.viewport(...size)
    const refusal = { last_refused_at: hoursAgo(1), last_refusal: 'x'.repeat(300) }
    openSources([{ ...spring, name: 'Longname'.repeat(12), ...refusal }])
    await expect.element(items()).toHaveLength(1)
    await expectAccessible()
    expect(horizontalOverflow()).toBe(0)
  },
)
