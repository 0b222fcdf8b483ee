import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import {
  button,
  ENQUIRIES,
  FIGURES,
  hoursAgo,
  MAKE_CLIENT,
  openEnquiries,
  openVera,
  takenByAna,
  VERA,
  vera,
  withEnquiries,
} from '../../testing/enquiry-scene.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import type { FakeBackend } from '../../testing/fake-backend.ts'
import { ana, ben, cleo, north } from '../../testing/people.ts'

const DOUBLES = '/rest/v1/rpc/client_doubles'
const OTTO = 'c0000000-0000-4000-8000-000000000009'
const main = () => page.getByRole('main')
const handling = () => page.getByRole('region', { name: 'Handling' })
const dialog = () => page.getByRole('dialog')
const otto = { id: OTTO, agency_id: north, name: 'Otto Old', email: 'VERA@flowers.test' }

/** Answers as the database does when an enquiry becomes a client. */
function becomesClient(backend: ReturnType<typeof withEnquiries>) {
  backend.answer('POST', MAKE_CLIENT, () => {
    for (const row of backend.table('contact_submissions').rows) {
      Object.assign(row, { state: 'client', client_id: OTTO, clients: { name: 'Vera Flower' } })
    }
    return Response.json(OTTO)
  })
}

it('[incoming-mail.md#did-not-arrive] says that the email about an enquiry did not arrive, and where', async () => {
  const mail_return_reason = 'hello@north.test: 550 5.1.1 User unknown'
  openVera(withEnquiries(vera({ mail_returned_at: '2026-11-27T09:13:00Z', mail_return_reason })))
  const words = /The email about it did not arrive, Nov 27, 2026.*: hello@north\.test: 550 5\.1\.1 User unknown/
  await expect.element(main()).toMatchTextContent(words)
})

it('[enquiries.md#enquiry-screen] shows the whole message, and ways to answer it', async () => {
  openVera(withEnquiries(vera()))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vera Flower' })).toBeVisible()
  for (const words of ['More people at the counter.', 'Digital Marketing', '21 h left', '+1 (555) 010-2030']) {
    await expect.element(main()).toMatchTextContent(words)
  }
  const reply = main().getByRole('link', { name: 'Reply by Email' })
  await expect.element(reply).toHaveAttribute('href', expect.stringMatching(/^mailto:vera@flowers\.test\?subject=Your/))
  await expect.element(main().getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15550102030')
})

it('[enquiries.md#handling] is assigned, answered and reopened, and the focus stays with what comes next', async () => {
  const { backend } = openVera(withEnquiries(vera()))
  const states = () => backend.sent('PATCH', ENQUIRIES).map(({ body }) => body)
  await button('Assign to me').click()
  await expectToast('Enquiry assigned to you')
  await expect.element(button('Answered')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Enquiry answered')
  await expect.element(button('Make client')).toHaveFocus()
  await button('Reopen').click()
  await expectToast('Enquiry reopened')
  await expect.element(button('Assign to me')).toHaveFocus()
  expect(states()).toEqual([{ state: 'taken' }, { state: 'answered' }, { state: 'new' }])
  expect(backend.sent('PATCH', ENQUIRIES)[0]?.query).toMatchObject({ state: 'eq.new', taken_by: 'is.null' })
})

it.each([
  ['Archive', 'Enquiry archived', 'not now'],
  ['Spam', 'Enquiry marked as spam', 'spam'],
])('[enquiries.md#handling] %s takes it off the list of those who wait', async (label, said, state) => {
  const { backend } = openVera(withEnquiries(vera()))
  await button(label).dblClick()
  await expectToast(said)
  expect(backend.sent('PATCH', ENQUIRIES).map(({ body }) => body)).toEqual([{ state }])
  await expect.element(button('Reopen')).toBeVisible()
})

it.each([
  ['taken it on', takenByAna(), 'This enquiry is assigned to Ana Reyes already.'],
  ['answered it', { state: 'answered', taken_by: ana.id }, 'A colleague has answered this enquiry already.'],
])(
  '[enquiries.md#concurrent-changes] says who was first when a colleague has %s meanwhile',
  async (_what, theirs, words) => {
    const { backend } = openVera(withEnquiries(vera()))
    await expect.element(button('Assign to me')).toBeVisible()
    Object.assign(backend.table('contact_submissions').rows[0] ?? {}, theirs)
    await button('Assign to me').click()
    await expectDestructiveToast('Nothing changed', words)
    await expect.element(button('Assign to me')).not.toBeInTheDocument()
  },
)

/** North has a client with this in common with the sender. */
function knowsOtto(backend: FakeBackend, same = ['email']) {
  backend.answer('POST', DOUBLES, () => Response.json([{ id: OTTO, name: otto.name, same }]))
}

it('[enquiries.md#client] becomes a client in one click', async () => {
  const backend = withEnquiries(vera())
  becomesClient(backend)
  openVera(backend)
  await button('Make client').click()
  await expectToast('Client created')
  const link = handling().getByRole('link', { name: 'Open Vera Flower' })
  await expect.element(link).toHaveAttribute('href', `/dashboard/clients/${OTTO}`)
  await expect.element(link).toHaveFocus()
  expect(backend.sent('POST', MAKE_CLIENT).map(({ body }) => body)).toEqual([
    { enquiry: VERA, contact_on: addDays(today(), 2) },
  ])
})

it.each([
  ['linked to', 'Link to Otto Old', { enquiry: VERA, existing: OTTO }, 'Enquiry linked'],
  ['left alone for', 'Make a new client', { enquiry: VERA }, 'Client created'],
])('[enquiries.md#client] the client with that address is offered first, and %s', async (_how, choice, sent, said) => {
  const backend = withEnquiries(vera())
  knowsOtto(backend)
  becomesClient(backend)
  openVera(backend)
  await button('Make client').click()
  await expect.element(dialog()).toBeVisible()
  expect(backend.sent('POST', MAKE_CLIENT)).toEqual([])
  await dialog().getByRole('button', { name: choice }).click()
  await expectToast(said)
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(backend.sent('POST', MAKE_CLIENT).map(({ body }) => body)).toEqual([
    { ...sent, contact_on: addDays(today(), 2) },
  ])
})

it('[enquiries.md#client] offers a client with the same phone number too', async () => {
  const backend = withEnquiries(vera())
  knowsOtto(backend, ['phone'])
  openVera(backend)
  await button('Make client').click()
  await expect.element(dialog()).toMatchTextContent('A client has this phone number')
  await expect.element(dialog().getByRole('button', { name: 'Link to Otto Old' })).toBeVisible()
  const { email, phone } = vera()
  expect(backend.sent('POST', DOUBLES).map(({ body }) => body)).toEqual([{ agency: north, email, phone }])
})

it('[enquiries.md#earlier-enquiries] shows what came before from the same address', async () => {
  const earlier = vera({ id: OTTO, email: 'Vera@Flowers.test', message: 'The first time.', created_at: hoursAgo(90) })
  const portal = openVera(withEnquiries(vera(), earlier, vera({ id: ana.id, email: 'else@shop.test' })))
  const before = page.getByRole('region', { name: 'Earlier from this address' })
  await expectTexts(before.getByRole('paragraph'), ['The first time.'])
  await before.getByRole('link', { name: 'Digital Marketing' }).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/enquiries/${OTTO}`)
})

it('[enquiries.md#deleting] asks an admin first, and leads back to the list', async () => {
  const portal = openVera(withEnquiries(vera()), ana)
  await button('Delete').click()
  const asked = page.getByRole('alertdialog', { name: 'Delete enquiry?' })
  await expect
    .element(asked)
    .toMatchTextContent('What Vera Flower asked is removed, and a planned call is cancelled by email.')
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expectToast('Enquiry deleted')
  await expect.poll(() => portal.location).toBe('/dashboard/enquiries')
  expect(portal.backend.table('contact_submissions').rows).toEqual([])
})

it('[enquiries.md#deleting] is not for staff', async () => {
  openVera(withEnquiries(vera()))
  await expect.element(button('Assign to me')).toBeVisible()
  expect(button('Delete').length).toBe(0)
})

it('[enquiries.md#suspected-spam] says why it may be spam, and has its clock', async () => {
  openVera(withEnquiries(vera({ is_set_aside: true, suspicions: ['trap', 'links'] })))
  await expect
    .element(main())
    .toMatchTextContent('a field was filled in that no person sees; it has many links, or one in')
  await expect.element(main().getByText(/ (left|late)$/)).toBeVisible()
})

it.each(['5f6b8c1e-0000-4000-8000-000000000000', 'not-an-id'])('is not found under the id %s', async (id) => {
  openEnquiries(withEnquiries(vera()), { at: `/${id}` })
  await expect.element(page.getByText('Enquiry not found')).toBeVisible()
})

it('[enquiries.md#access] is denied to staff of another agency', async () => {
  const { backend } = openVera(withEnquiries(vera()), cleo)
  await expect.element(main()).toMatchTextContent("Access Denied — You don't have permission to view enquiries.")
  expect([...backend.sent('GET', ENQUIRIES), ...backend.sent('GET', FIGURES)]).toEqual([])
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('nothing is wrong for axe on %s, also with a long word', async (_where, size) => {
  await page.viewport(...size)
  const earlier = vera({ id: OTTO, created_at: hoursAgo(90), state: 'answered', taken_by: ben.id })
  const message = `https://${'long'.repeat(80)}.test`
  const backend = withEnquiries(vera({ message, suspicions: ['links'], is_set_aside: true }), earlier)
  knowsOtto(backend)
  openVera(backend, ana)
  await expect.element(page.getByRole('region', { name: 'Earlier from this address' })).toBeVisible()
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await button('Make client').click()
  await expect.element(dialog()).toBeVisible()
  await expectAccessible()
})
