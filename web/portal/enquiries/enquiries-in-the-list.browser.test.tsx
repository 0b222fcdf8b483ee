import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ENQUIRIES, openEnquiries, takenByAna, vera, withEnquiries } from '../../testing/enquiry-scene.ts'
import { expectTexts, expectToast, row, rows } from '../../testing/expect.ts'
import { ana, ben } from '../../testing/people.ts'

const id = (number: number) => `e0000000-0000-4000-8000-00000000000${number}`
const takenByBen = { state: 'taken', taken_by: ben.id, taken_at: new Date().toISOString(), taker: null }
const backend = () =>
  withEnquiries(
    vera({ id: id(1), name: 'Vera Flower', state: 'new', taken_by: null, is_set_aside: false }),
    vera({ id: id(2), name: 'Otto Oven', is_set_aside: false, ...takenByBen }),
    vera({ id: id(3), name: 'Pia Paper', is_set_aside: false, ...takenByAna() }),
    vera({ id: id(4), name: 'Rob Ott', state: 'spam', taken_by: ana.id, is_set_aside: false }),
  )

const all = () => page.getByRole('checkbox', { name: 'Choose all on this page' })
const bar = () => page.getByRole('region', { name: 'Chosen enquiries' })
const state = () => bar().getByLabelText('State of the chosen enquiries')
const undo = () => page.getByRole('button', { name: 'Undo' }).last()

beforeEach(() => page.viewport(1280, 800))

describe('[enquiries.md#several-at-once] enquiries', () => {
  it('are put into one state together, but for what is a colleague’s or closed, and back by Undo', async () => {
    const portal = openEnquiries(backend())
    await all().click()
    await expect.element(bar()).toMatchTextContent('2 are unchanged, since they are closed or assigned to a colleague.')
    await state().selectOptions('Archive')
    await expectToast('Enquiry changed', '2 enquiries')
    await expectTexts(rows().getByText('Not now', { exact: true }), ['Not now', 'Not now'])
    await undo().click()
    await expectToast('Change undone')
    const sent = portal.backend.sent('PATCH', ENQUIRIES).map(({ query, body }) => [query.state, query.taken_by, body])
    expect(new Set(sent.slice(0, 2))).toEqual(
      new Set([
        ['eq.new', 'is.null', { state: 'not now' }],
        ['eq.taken', `eq.${ben.id}`, { state: 'not now' }],
      ]),
    )
    expect(new Set(sent.slice(2).map(([, , body]) => body))).toEqual(new Set([{ state: 'new' }, { state: 'taken' }]))
  })

  it('that a colleague took meanwhile stay as they are, and the toast says which', async () => {
    const portal = openEnquiries(backend())
    await page.getByRole('checkbox', { name: 'Choose Vera Flower' }).click()
    await page.getByRole('checkbox', { name: 'Choose Otto Oven' }).click()
    portal.backend.table('contact_submissions').update(new URLSearchParams({ id: `eq.${id(1)}` }), takenByAna())
    await state().selectOptions('Spam')
    await expectToast('Enquiry changed', '1 of 2 enquiries. Not Vera Flower: A colleague has changed it since.')
  })

  it('are deleted together by admins, once that is confirmed', async () => {
    const portal = openEnquiries(backend(), { as: ana })
    await all().click()
    await bar().getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete 4 enquiries?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast('Enquiry deleted', '4 enquiries')
    expect(portal.backend.sent('DELETE', ENQUIRIES)).toHaveLength(1)
  })

  it('are those that wait, or those assigned to oneself, at an address', async () => {
    const portal = openEnquiries(backend())
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Waiting' }).click()
    await expect.poll(() => portal.backend.sent('GET', ENQUIRIES).at(-1)?.query.state).toBe('in.(new,taken)')
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Mine' }).click()
    await expect.poll(() => portal.backend.sent('GET', ENQUIRIES).at(-1)?.query.taken_by).toBe(`eq.${ben.id}`)
    await expect.element(row('Otto Oven')).toBeVisible()
    await page.getByRole('columnheader', { name: 'From' }).getByRole('link').click()
    await expect
      .poll(() => portal.backend.sent('GET', ENQUIRIES).at(-1)?.query.order)
      .toBe('search_text.asc,created_at.desc,id.asc')
  })
})
