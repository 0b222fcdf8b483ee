import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  ENQUIRIES,
  FIGURES,
  hoursAgo,
  openEnquiries,
  takenByAna,
  vera,
  withEnquiries,
} from '../../testing/enquiry-scene.ts'
import { expectAccessible, expectTexts, horizontalOverflow, phone, row, rows } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana, ben, cleo, sol } from '../../testing/people.ts'

const sidebar = () => page.getByRole('navigation', { name: 'Portal' })
const entry = () => sidebar().getByRole('link', { name: /^Enquiries/ })
const numbers = () => page.getByRole('region', { name: 'Numbers' })
const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })
const figures = (answer: object) => () => Response.json(answer)
const columns = ['From', 'Business', 'Service', 'Received', 'Reply', 'State']

it('[enquiries.md#list] shows who asks for what, since when, how much time is left, and whose it is', async () => {
  openEnquiries(
    withEnquiries(
      vera(),
      vera({ id: ana.id, name: 'Lou Late', created_at: hoursAgo(27), ...takenByAna() }),
      vera({ id: ben.id, name: 'Ann Swered', created_at: hoursAgo(50), state: 'answered', taken_by: ben.id }),
    ),
  )
  await expectTexts(page.getByRole('columnheader'), columns)
  await expectTexts(rows().getByRole('link'), ['Vera Flower', 'Lou Late', 'Ann Swered'])
  for (const words of ['vera@flowers.test', 'Vera’s Flowers', 'Digital Marketing', '2 hours ago', '21 h left', 'New']) {
    await expect.element(row('Vera Flower')).toMatchTextContent(words)
  }
  await expect.element(row('Lou Late').getByText('3 h late')).toHaveClass(/danger/)
  await expect.element(row('Lou Late')).toMatchTextContent('Assigned to Ana Reyes')
  await expect.element(row('Ann Swered')).toMatchTextContent('Answeredby you')
  expect(row('Ann Swered').getByText(/late|left/).length).toBe(0)
  const received = row('Vera Flower').getByText('2 hours ago').element()
  expect(received.getAttribute('title')).toMatch(/^\w{3} \d+, \d{4}, \d\d:\d\d$/)
})

it('[enquiries.md#list] asks for them newest first, page by page, and searches in the database', async () => {
  const many = Array.from({ length: 51 }, (_, number) => vera({ id: crypto.randomUUID(), name: `Many ${number}` }))
  const portal = openEnquiries(withEnquiries(...many))
  await expect.element(rows()).toHaveLength(50)
  const [asked] = portal.backend.sent('GET', ENQUIRIES)
  const order = 'created_at.desc,id.asc'
  expect(asked?.query).toMatchObject({ is_set_aside: 'eq.false', order, offset: '0', limit: '50' })
  await page.getByRole('searchbox', { name: 'Search enquiries' }).fill('Nobody')
  await expect.element(page.getByText('No enquiries found.')).toBeVisible()
  expect(portal.backend.sent('GET', ENQUIRIES).at(-1)?.query.search_text).toBe('like.%nobody%')
})

it('[enquiries.md#list] shows twelve at 1366 × 900, however long their names are and whoever answered them', async () => {
  await page.viewport(1366, 900)
  const long = {
    name: 'Alexandrina-Philippa von Hohenzollern-Sigmaringen',
    business_name: 'Bakery and Catering '.repeat(9),
  }
  const settled = { state: 'answered', taken_by: ana.id, taker: { display_name: 'Ana Maria Reyes de la Fuente' } }
  openEnquiries(
    withEnquiries(
      ...Array.from({ length: 20 }, (_, at) =>
        vera({ id: crypto.randomUUID(), ...long, ...settled, ...(at % 2 === 0 && { state: 'taken' }) }),
      ),
    ),
  )
  await expect.element(rows()).toHaveLength(20)
  await document.fonts.ready
  const seen = () =>
    rows()
      .elements()
      .filter((one) => one.getBoundingClientRect().bottom <= 900)
  await expect.poll(() => seen().length).toBeGreaterThanOrEqual(12)
  expect(horizontalOverflow()).toBe(0)
})

it('[enquiries.md#numbers] tells how many wait, how many are late, and how long an answer takes', async () => {
  const backend = withEnquiries(vera())
  backend.answer('GET', FIGURES, figures({ waiting: 7, late: 2, set_aside: 1, median_seconds: 12_000 }))
  const portal = openEnquiries(backend)
  await expect.element(numbers()).toMatchTextContent('7 waiting, 2 late, half answered within 3 h 20 min')
  await expect.element(numbers().getByText('2 late')).toHaveClass(/danger/)
  expect(portal.backend.sent('GET', FIGURES)[0]?.query.reply_hours).toBe('24')
  await expect.element(entry()).toMatchTextContent('Enquiries7 waiting')
})

it('[enquiries.md#numbers] is silent about what is not late, and about answers that nobody has given', async () => {
  const backend = withEnquiries(vera())
  backend.answer('GET', FIGURES, figures({ waiting: 1, late: 0, set_aside: 0, median_seconds: null }))
  openEnquiries(backend)
  await expect.element(numbers().getByRole('paragraph')).toMatchTextContent(/^1 waiting$/)
})

describe('[enquiries.md#suspected-spam] what looks like a robot’s', () => {
  const robot = vera({ id: ana.id, name: 'Robot', state: 'new', is_set_aside: true, suspicions: ['trap'] })

  it('has a view of its own, with its number', async () => {
    const backend = withEnquiries(vera(), robot)
    backend.answer('GET', FIGURES, figures({ waiting: 1, late: 0, set_aside: 1, median_seconds: null }))
    const portal = openEnquiries(backend)
    await expectTexts(rows().getByRole('link'), ['Vera Flower'])
    await view('Perhaps spam (1)').click()
    await expectTexts(rows().getByRole('link'), ['Robot'])
    await expect.poll(() => portal.location).toBe('/dashboard/enquiries?view=perhaps-spam')
    await expect.element(view('Perhaps spam (1)')).toHaveAttribute('aria-current', 'page')
  })

  it('is found under the address of earlier mails', async () => {
    const portal = openEnquiries(withEnquiries(vera(), robot), { at: '?show=set-aside' })
    await expectTexts(rows().getByRole('link'), ['Robot'])
    expect(portal.location).toBe('/dashboard/enquiries?view=perhaps-spam')
  })

  it('stands beside the others in what waits, with its clock', async () => {
    openEnquiries(withEnquiries(vera(), robot), { at: '?view=waiting' })
    await expect.element(row('Robot')).toMatchTextContent(/( left| late).*Perhaps spam/)
  })
})

it('is empty in so many words, and has no number in the sidebar then', async () => {
  openEnquiries(withEnquiries())
  await expect.element(page.getByText('No enquiries yet.')).toBeVisible()
  await expect.element(sidebar().getByRole('link', { name: 'Enquiries', exact: true })).toBeVisible()
  await view('Perhaps spam').click()
  await expect.element(page.getByText('No spam.')).toBeVisible()
})

it('says so when it cannot be loaded, and can be asked again', async () => {
  const backend = withEnquiries(vera())
  const recover = backend.answer('GET', ENQUIRIES, () => refusal('out of order'))
  openEnquiries(backend)
  await expect.element(page.getByText('The enquiries could not be loaded.')).toBeVisible()
  recover()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(row('Vera Flower')).toBeVisible()
})

it.each([
  ['a colleague of another agency', cleo],
  ['somebody without a role in the agency', { ...ben, roles: ['user' as const] }],
  ['somebody without an agency', { ...ben, agency_id: null }],
])('[enquiries.md#access] is denied to %s, and nothing of it goes over the wire', async (_who, as) => {
  const { backend } = openEnquiries(withEnquiries(vera()), { as })
  const denied = "Access Denied — You don't have permission to view enquiries."
  await expect.element(page.getByRole('main')).toMatchTextContent(denied)
  await expect.element(sidebar().getByRole('link', { name: 'Clients' })).toBeVisible()
  expect(entry().length).toBe(0)
  expect([...backend.sent('GET', ENQUIRIES), ...backend.sent('GET', FIGURES)]).toEqual([])
})

it('[enquiries.md#access] is open to a super admin of any agency', async () => {
  openEnquiries(withEnquiries(vera()), { as: { ...sol, agency_id: null } })
  await expect.element(row('Vera Flower')).toBeVisible()
  await expect.element(entry()).toBeVisible()
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('nothing is wrong for axe on %s', async (_where, size) => {
  await page.viewport(...size)
  const backend = withEnquiries(vera(), vera({ id: ana.id, created_at: hoursAgo(30), ...takenByAna() }))
  backend.answer('GET', FIGURES, figures({ waiting: 2, late: 1, set_aside: 0, median_seconds: 90 }))
  openEnquiries(backend)
  await expect.element(rows()).toHaveLength(2)
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
})
