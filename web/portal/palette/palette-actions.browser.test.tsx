import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatDay } from '../../lib/formats.ts'
import { addDays, today } from '../../lib/today.ts'
import { ENQUIRIES, VERA, vera, withEnquiries } from '../../testing/enquiry-scene.ts'
import { expectAccessible, expectTexts, expectToast } from '../../testing/expect.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ana, ben, type Person, sol } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'
import { CLARA, PROJECTS, withProjects } from '../../testing/project-scene.ts'
import { withPeople } from '../../testing/user-scene.ts'

const FIND = '/rest/v1/rpc/find_anything'
const WEBSITE = 'd0000000-0000-4000-8000-000000000001'
const website = {
  id: WEBSITE,
  name: 'Website',
  status: 'review',
  search_text: 'website\nclara client',
  assigned_to: null,
}

const palette = () => page.getByRole('dialog', { name: 'Go to' })
const options = () => palette().getByRole('option')

/** Types into this person's palette on the dashboard and waits for its entries. */
async function say(words: string, { as = ben, backend = withProjects([website]), found = [] as object[] } = {}) {
  backend.answer('POST', FIND, () => Response.json(found))
  const portal = Portal.open(backend, { screens: portalScreens, at: '/dashboard', as })
  await call(words)
  return { portal, backend }
}

async function call(words: string) {
  const navigation = page.getByRole('navigation', { name: 'Portal' })
  await expect.element(navigation.getByRole('link', { name: 'Clients' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = palette().getByRole('combobox', { name: 'Search everything' })
  await expect.element(box).toHaveFocus()
  await userEvent.fill(box, words)
  await expect.element(palette().getByRole('status')).toMatchTextContent(/found$|^Nothing found\.$/)
}

const enter = () => userEvent.keyboard('{Enter}')

describe('[shell.md#palette-commands] the palette', () => {
  it('completes a project, by its own name or its client’s, and takes it back by Undo', async () => {
    const { backend } = await say('clara completed')
    await expectTexts(options(), ['Mark Website Completed · Clara ClientAction', 'Mark Clara Client CompletedAction'])
    await expectAccessible()
    await enter()
    await expectToast('Project updated', 'Website: Completed')
    await expect.element(palette()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Change undone')
    expect(backend.sent('PATCH', PROJECTS).map(({ body }) => body)).toEqual([
      { status: 'completed', actual_completion_date: today() },
      { status: 'review', actual_completion_date: null },
    ])
  })

  it('goes to what is called just so, where Enter is pressed on its name', async () => {
    const OTHER = 'c0000000-0000-4000-8000-000000000002'
    const backend = withProjects([website], [{ id: OTHER, name: 'Website Planning' }])
    const { portal } = await say('website planning', { backend })
    await expectTexts(options(), ['Website PlanningClient', 'Mark Website Planning · Clara ClientAction'])
    await enter()
    await expect.poll(() => portal.location).toBe(`/dashboard/clients/${OTHER}`)
    expect(backend.sent('PATCH', PROJECTS)).toEqual([])
  })

  it('offers what is alike where there is nothing to do', async () => {
    const alike = { kind: 'client', id: CLARA, title: 'Webster', detail: null, page: CLARA, likeness: 0.6 }
    await say('website review', { found: [alike] })
    await expectTexts(options(), ['WebsterClient'])
  })

  it('does nothing as long as it does not know to what', async () => {
    const backend = withProjects([website])
    await say('website', { backend })
    const { open, held } = backend.hold('GET', PROJECTS)
    await userEvent.keyboard(' done{Enter}')
    await expect.poll(held).toBe(2)
    await enter()
    await expect.element(palette()).toBeVisible()
    open()
    await expectTexts(options(), ['Mark Website Completed · Clara ClientAction'])
    expect(backend.sent('PATCH', PROJECTS)).toEqual([])
  })

  it('notes what stands after a colon', async () => {
    const { backend } = await say('note clara: They called: at 9:30')
    await expectTexts(options(), [
      'Add a note to Clara Client · “They called: at 9:30”Action',
      'Add a note to Website · “They called: at 9:30”Action',
    ])
    await enter()
    await expectToast('Note added')
    expect(backend.table('client_notes').rows).toMatchObject([
      { client_id: CLARA, note_text: 'They called: at 9:30', note_category: 'general', staff_id: ben.id },
    ])
  })

  it('has a note written on the page it is about, saved by Ctrl+Enter', async () => {
    const { portal, backend } = await say('clara note')
    await enter()
    await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}?note`)
    await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus()
    await userEvent.keyboard('Prefers mornings{Control>}{Enter}{/Control}')
    await expectToast('Note added')
    expect(backend.table('client_notes').rows).toMatchObject([{ note_text: 'Prefers mornings' }])
    await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}`)
  })

  it('leads to the next update, with its project chosen and its title written', async () => {
    const { portal } = await say('update website: Menu is live')
    await expectTexts(options(), ['Write an update on Website · Clara ClientAction'])
    await enter()
    await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}?project=${WEBSITE}&title=Menu+is+live`)
    await expect.element(page.getByRole('textbox', { name: 'Content' })).toHaveFocus()
    await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Menu is live')
    await expect.element(page.getByRole('combobox', { name: 'Project' })).toHaveValue(WEBSITE)
  })
})

describe('[clients.md#next-contact] a contact', () => {
  const planned = { looked_after_by: ben.id, next_contact_on: '2020-01-31', next_contact_note: 'Call' }
  function withContact(contact: Row) {
    const backend = withProjects([website])
    backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), contact)
    return backend
  }

  it('is planned at once, by whom nobody looked after the client before, and taken back by Undo', async () => {
    const nothing = { looked_after_by: null, next_contact_on: null, next_contact_note: null }
    const { backend } = await say('contact clara tomorrow: send the offer', {
      backend: withContact(nothing),
    })
    const tomorrow = addDays(today(), 1)
    await expectTexts(options(), [`Contact Clara Client on ${formatDay(tomorrow)} · “send the offer”Action`])
    await enter()
    await expectToast('Client updated')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Change undone')
    const contact = { next_contact_on: tomorrow, next_contact_note: 'send the offer', looked_after_by: ben.id }
    expect(backend.sent('PATCH', '/rest/v1/clients').map(({ body }) => body)).toEqual([contact, nothing])
  })

  it('without a day is asked for on the page of the client, with its reason', async () => {
    const { portal, backend } = await say('contact clara: send the offer', { backend: withContact(planned) })
    await expectTexts(options(), ['Plan the next contact with Clara Client · “send the offer”Action'])
    await enter()
    await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}?contact=send+the+offer`)
    const day = page.getByLabelText('Next contact', { exact: true })
    await expect.element(day).toHaveFocus()
    await day.fill('2036-01-31')
    await enter()
    await expectToast('Client updated')
    expect(backend.sent('PATCH', '/rest/v1/clients').map(({ body }) => body)).toEqual([
      { next_contact_on: '2036-01-31', next_contact_note: 'send the offer' },
    ])
    expect(portal.location).toBe(`/dashboard/clients/${CLARA}`)
  })
})

describe('[shell.md#palette-commands] to people', () => {
  it.each<[string, Person, string, string]>([
    ['assign website to ben', sol, 'Assign in Projects · websiteAction', '/dashboard/projects?search=website'],
    ['assign', sol, 'Assign in ProjectsAction', '/dashboard/projects'],
    ['deac ben', ana, 'Deactivate in User Management · benAction', '/dashboard/users?search=ben'],
    ['invite', ana, 'InviteAction', '/dashboard/users?new'],
  ])('"%s" leads to the screen where it is done', async (words, as, offered, to) => {
    const { portal } = await say(words, { as, backend: withPeople(ana, ben, sol) })
    await expectTexts(options(), [offered])
    await enter()
    await expect.poll(() => portal.location).toBe(to)
  })

  it('"assign website" leads nobody who assigns nothing', async () => {
    await say('assign website', { as: ana })
    await expectTexts(options(), [])
  })

  it('replies to an enquiry: the mail, that it is assigned to oneself, and Answered at hand', async () => {
    const backend = withEnquiries(vera({ state: 'new', taken_by: null, is_set_aside: false }))
    const { portal } = await say('reply vera', { backend })
    await expectTexts(options(), ['Reply to Vera Flower · Vera’s FlowersAction'])
    await enter()
    await expectToast('Enquiry changed', 'Vera Flower: Assigned')
    await expect.poll(() => portal.location).toBe(`/dashboard/enquiries/${VERA}?reply`)
    expect(backend.sent('PATCH', ENQUIRIES)[0]?.body).toEqual({ state: 'taken' })
    await expect.element(page.getByRole('button', { name: 'Answered' })).toHaveFocus()
  })
})
