import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openEnquiries, vera, withEnquiries } from '../../testing/enquiry-scene.ts'
import { expectAccessible, expectTexts, horizontalOverflow, phoneAndDesktop } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { cleo } from '../../testing/people.ts'
import { dayOf, figure, VISITS, withVisits } from '../../testing/visit-scene.ts'

const numbers = () => page.getByRole('region', { name: 'Numbers' })
const line = () => numbers().getByRole('button', { expanded: false })
const card = () => page.getByRole('region', { name: 'From visit to enquiry' })
const tab = (name: string) => card().getByRole('tab', { name })
const table = (name: string) => card().getByRole('table', { name })
const textsOf = (name: string) => table(name).getByRole('row')
/** A <summary> has no role in some browsers, so it is found by its text. */
const fold = (label: string) => card().getByText(label, { exact: true })

const ofEachDay = { visits: 100, views: 300, calls: 12, enquiries: 1 }

function open({ since = dayOf(200), on = (): object => ofEachDay, rows = [] as object[] } = {}) {
  const backend = withEnquiries(vera())
  withVisits(backend, { since, on: (daysAgo) => ({ ...on(), ...(daysAgo === 0 && { visits: 7 }) }), rows })
  return openEnquiries(backend, { at: '?visits=30' })
}

const askedFor = ({ backend }: ReturnType<typeof openEnquiries>) =>
  backend.sent('GET', VISITS).map(({ query }) => query.days)

it('[enquiries.md#visits] shows what was counted in the last 30 days, and how many enquiries came of a visit', async () => {
  open()
  await expectTexts(card().getByRole('definition'), ['1%', '2,907', '9,000', '360', '30'])
  await expectTexts(card().getByRole('term'), [
    'Enquiries per visit',
    'Visits',
    'Page views',
    'Reached the form',
    'Enquiries',
  ])
  await expect.element(card()).toMatchTextContent('Days are those of UTC, and today is not over.')
  await expect.element(tab('30 days')).toHaveAttribute('aria-selected', 'true')
  expect(card().element().textContent).not.toContain('when counting began')
})

it('[enquiries.md#visits] 7, 30 or 90 days, by the arrow keys too', async () => {
  const portal = open()
  await tab('7 days').click()
  await expectTexts(card().getByRole('definition'), ['1.2%', '607', '2,100', '84', '7'])
  await userEvent.keyboard('{End}')
  await expect.element(tab('90 days')).toHaveFocus()
  await expect.element(card().getByRole('definition').last()).toMatchTextContent(/^90$/)
  expect(askedFor(portal)).toEqual(['30', '7', '90'])
})

it('[enquiries.md#visits] can be read as a table, day by day, opened by the keyboard', async () => {
  open()
  await tab('7 days').click()
  await expect.element(card().getByRole('definition').last()).toMatchTextContent(/^7$/)
  expect(table('By day').length).toBe(0)
  // The first Tab reaches the panel of the tabs, the second what folds out in it.
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(textsOf('By day')).toHaveLength(8)
  await expectTexts(textsOf('By day').nth(0).getByRole('columnheader'), [
    'Day',
    'Visits',
    'Views',
    'To the form',
    'Enquiries',
  ])
  await expect.element(textsOf('By day').nth(1)).toMatchTextContent('Nov 23, so far7300121')
  await expect.element(textsOf('By day').nth(7)).toMatchTextContent('Nov 17100300121')
})

it('[enquiries.md#visits] by page, service and plan', async () => {
  const rows = [
    figure('page', '/', { visits: 1, views: 2, calls: 3 }),
    figure('page', '/pricing', { visits: 4, views: 1500, calls: 6 }),
    figure('service', 'ai', { views: 7, calls: 8, enquiries: 9 }),
  ]
  open({ rows })
  await fold('By page, service and plan').click()
  await expectTexts(textsOf('By page'), ['PageVisitsViewsTo the form', '/pricing41,5006', '/123'])
  await expectTexts(textsOf('By service'), ['ServiceViewsTo the formEnquiries', 'AI Automation789'])
  expect(table('By plan').length).toBe(0)
})

it('[enquiries.md#visits] says since when there are counts, and leaves the days before open', async () => {
  open({ since: dayOf(9) })
  await expectTexts(card().getByRole('definition'), ['1.1%', '907', '3,000', '120', '10'])
  await expect.element(card()).toMatchTextContent('The sums begin with Nov 14, when counting began.')
  await expect.element(card().getByText('Counted since Nov 14')).toBeVisible()
  await fold('Day by day').click()
  await expect.element(textsOf('By day').last()).toMatchTextContent('Oct 25–––1')
})

it('days without anybody are days of zeros', async () => {
  const backend = withEnquiries()
  withVisits(backend)
  openEnquiries(backend, { at: '?visits=30' })
  await expectTexts(card().getByRole('definition'), ['–', '0', '0', '0', '0'])
})

it('[enquiries.md#visits] says that nothing was counted, instead of zeros', async () => {
  openEnquiries(withEnquiries(vera()))
  await expect.element(line()).toMatchTextContent('No visits counted')
  await line().click()
  await expect
    .element(numbers())
    .toMatchTextContent(/No visits have been counted yet\..*hosted Supabase has no such log\./)
  expect(page.getByRole('tab').length + page.getByRole('definition').length).toBe(0)
})

it('[enquiries.md#numbers] is one line, which opens by the keyboard, and stays so over a reload', async () => {
  const backend = withEnquiries(vera())
  withVisits(backend, { on: () => ({ visits: 6, calls: 1, enquiries: 0 }) })
  const portal = openEnquiries(backend)
  await expect.element(line()).toMatchTextContent('30 days: 180 visits, 30 reached the form, 0 enquiries, 0%')
  expect(card().length).toBe(0)
  line().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(card()).toBeVisible()
  await expect.poll(() => portal.location).toBe('/dashboard/enquiries?visits=30')
  const opened = numbers().getByRole('button', { expanded: true })
  await expect.element(opened).toHaveFocus()
  await opened.click()
  await expect.poll(() => portal.location).toBe('/dashboard/enquiries')
})

it('[enquiries.md#numbers] open, they make no view that could be saved', async () => {
  open()
  await expect.element(card()).toBeVisible()
  expect(page.getByRole('button', { name: 'Save View' }).length).toBe(0)
})

it('says so when it cannot be loaded, and can be asked again', async () => {
  const backend = withEnquiries(vera())
  withVisits(backend, { on: () => ofEachDay })
  const recover = backend.answer('GET', VISITS, () => refusal('out of order'))
  openEnquiries(backend)

  await expect.element(numbers().getByText('The numbers could not be loaded.')).toBeVisible()
  recover()
  await numbers().getByRole('button', { name: 'Try Again' }).click()
  await expect.element(line()).toMatchTextContent('1%')
})

it('[enquiries.md#access] is asked for by nobody who may not read the enquiries', async () => {
  const backend = withEnquiries(vera())
  withVisits(backend)
  openEnquiries(backend, { as: cleo })
  await expect.element(page.getByRole('main')).toMatchTextContent('Access Denied')
  expect(backend.sent('GET', VISITS)).toEqual([])
})

it.each(phoneAndDesktop)('nothing is wrong for axe on $device, and nothing too wide', async ({ size }) => {
  await page.viewport(...size)
  open({
    since: dayOf(9),
    rows: [figure('page', '/services/digital-marketing', { visits: 123_456, views: 1_234_567 })],
  })
  await fold('Day by day').click()
  await fold('By page, service and plan').click()
  await expect.element(table('By page')).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
})
