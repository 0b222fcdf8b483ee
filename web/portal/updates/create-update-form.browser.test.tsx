import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, phone } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ben } from '../../testing/people.ts'
import { field, fill, form, history, openForm, submit, titles, UPDATES } from '../../testing/update-scene.ts'

const website = { id: WEBSITE, name: 'Website' }

async function open(...projects: Record<string, unknown>[]) {
  const portal = openClient(withClara(website, ...projects))
  await expect.element(submit()).toBeVisible()
  return portal
}

async function expectEmpty() {
  await expect.element(field('Project')).toHaveValue('')
  await expect.element(field('Update Type')).toHaveValue('progress')
  await expect.element(field('Title')).toHaveValue('')
  await expect.element(field('Content')).toHaveValue('')
  await expect.element(aSwitch('Mark as Milestone')).not.toBeChecked()
  await expect.element(aSwitch('Client Visible')).not.toBeChecked()
  expect(form().getByRole('listitem').length).toBe(0)
}

const aSwitch = (name: string) => form().getByRole('switch', { name })
const created = () => expectToast('Success', 'Client update created successfully')

it('is there only when the client has projects', async () => {
  openClient(withClara())
  await expect.element(page.getByText(/this client has none yet/)).toBeVisible()
  await expect.element(history().getByText('No updates yet.')).toBeVisible()
  expect(form().length).toBe(0)
  expect(page.getByRole('button', { name: 'Create Update' }).length).toBe(0)
})

it('has the client’s projects, the types with their labels, and its defaults', async () => {
  await open({ name: 'Logo' })
  await expectTexts(field('Project').getByRole('option'), ['Select a project', 'Logo', 'Website'])
  const types = ['Progress Update', 'Milestone', 'General', 'Review Request', 'Delivery']
  await expectTexts(field('Update Type').getByRole('option'), types)
  await expectEmpty()
})

it('says once of one that is a milestone in both ways', async () => {
  await open()
  await fill({ title: 'Half way' })
  await field('Update Type').selectOptions('Milestone')
  await expect.element(aSwitch('Mark as Milestone')).toBeChecked()
  await submit().click()
  await expectTexts(titles(), ['Half way'])
  await expect.element(history().getByText('Milestone')).toHaveLength(1)
  await expectEmpty()
})

it.each([
  ['a project', { project: 'Select a project' }, 'Please choose a project.'],
  ['a title', { title: '   ' }, 'Title and Content are required.'],
  ['a content', { content: ' \n ' }, 'Title and Content are required.'],
])('asks for %s', async (_what, typed, message) => {
  const { backend } = await open()
  await fill(typed)
  await submit().click()
  await expectDestructiveToast('Error', message)
  expect(backend.sent('POST', UPDATES)).toEqual([])
})

it('says who is not logged in any more, and keeps what was typed', async () => {
  await open()
  await fill()
  localStorage.clear()
  await submit().click()
  await expectDestructiveToast('Error', 'User not authenticated')
  await expect.element(field('Content')).toHaveValue('All of it.')
})

it.each([
  ['the server’s message', () => refusal('The shelf is full'), 'The shelf is full'],
  ['its own where there is none', noAnswer, 'Failed to create update. Please try again.'],
])('fails with %s, and keeps what was typed', async (_what, answer, said) => {
  const { backend } = await open()
  backend.answer('POST', UPDATES, answer)
  await fill()
  await submit().click()
  await expectDestructiveToast('Error', said)
  await expect.element(field('Title')).toHaveValue('Menu is done')
  await expect.element(submit()).toBeEnabled()
})

it('makes one update of a double click, and says that it is busy', async () => {
  const { backend } = await open()
  const slow = backend.hold('POST', UPDATES)
  await fill()
  await submit().dblClick()
  await expect.element(form().getByRole('button', { name: 'Creating...' })).toBeDisabled()
  slow.open()
  await created()
  await expect.element(titles()).toHaveLength(1)
  expect(backend.sent('POST', UPDATES)).toHaveLength(1)
})

it('is filled in and sent with the keyboard alone', async () => {
  const { backend } = await open()
  field('Title').element().focus()
  await userEvent.keyboard('Handed over{Tab}W{Tab}D{Tab}With a guide.{Tab}')
  await expect.element(field('Attachments')).toHaveFocus()
  // The keys turn both switches on and pass the fields that the second one brings.
  await userEvent.keyboard('{Tab} {Tab} {Tab}{Tab}{Tab}')
  await expect.element(submit()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await created()
  await expect.element(field('Title')).toHaveFocus()
  expect(backend.sent('POST', UPDATES).map(({ body }) => body)).toEqual([
    {
      project_id: WEBSITE,
      created_by: ben.id,
      title: 'Handed over',
      content: 'With a guide.',
      update_type: 'delivery',
      is_milestone: true,
      visibility: 'client',
    },
  ])
})

it('keeps what was typed over a reload and the back button, until it is created', async () => {
  const portal = await open()
  await fill({ title: 'Half a title', content: 'Half a' })
  await aSwitch('Client Visible').click()
  portal.reload()
  await expect.element(field('Title')).toHaveValue('Half a title')
  await expect.element(field('Project')).toHaveValue(WEBSITE)
  await expect.element(aSwitch('Client Visible')).toBeChecked()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.element(form()).not.toBeInTheDocument()
  portal.back()
  await expect.element(field('Content')).toHaveValue('Half a')
  await submit().click()
  await created()
  portal.reload()
  await expectEmpty()
})

it('finds one of many projects by typing', async () => {
  const many = Array.from({ length: 120 }, (_, number) => ({ name: `Project ${number}` }))
  const { backend } = await open(...many)
  await field('Project').fill('websi')
  await page.getByRole('option', { name: 'Website' }).click()
  await field('Title').fill('Far down the list')
  await field('Content').fill('Found.')
  await submit().click()
  await created()
  expect(backend.sent('POST', UPDATES)[0]?.body).toMatchObject({ project_id: WEBSITE })
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s: empty, refused, with files', async (_where, size) => {
  await page.viewport(...size)
  await open()
  await expectAccessible()
  await userEvent.upload(field('Attachments'), new File(['a'], 'menu.csv', { type: 'text/csv' }))
  await expect.element(form().getByText('menu.csv')).toBeVisible()
  await submit().click()
  await expectDestructiveToast('Error', 'Please choose a project.')
  await expectAccessible()
})

describe('[client-updates.md#mailing] an update that the client sees', () => {
  const MAILS = '/rest/v1/client_mails'

  async function openMailing() {
    const opened = await openForm()
    opened.backend.answer('POST', '/functions/v1/mail-clients', () => Response.json({ success: true }))
    await expect.element(form().getByLabelText('Send It to the Client')).not.toBeInTheDocument()
    await fill()
    await field('Client Visible').click()
    await field('Send It to the Client').click()
    return opened
  }

  const NOBODY = 'North has no email address: nobody gets what the client answers, and the mail says so.'

  it.each([
    ['hello@north.test', 0],
    [null, 1],
  ])('warns where the agency has no address for answers: with %s', async (email, warnings) => {
    const { backend } = await openForm()
    for (const row of backend.table('clients').rows) row.agencies = { name: 'North', email }
    await fill()
    await field('Client Visible').click()
    await field('Send It to the Client').click()
    await expect.element(field('Email')).toBeVisible()
    await expect.poll(() => form().getByText(NOBODY).length).toBe(warnings)
    await expectAccessible()
  })

  it('is mailed to the client’s address, or another one, once it is there', async () => {
    const { backend } = await openMailing()
    await expect.element(field('Email')).toHaveValue('clara@client.test')
    await field('Email').fill('maria@client.test')
    await submit().click()
    await expectToast('Mailed to the client', 'It will be sent in a moment, with a link to their page.')
    const [update] = backend.table('project_updates').rows
    expect(backend.sent('POST', MAILS).map(({ body }) => body)).toEqual([
      { update_id: update?.id, recipient: 'maria@client.test' },
    ])
    await expect.poll(() => backend.sent('POST', '/functions/v1/mail-clients')).toHaveLength(1)
    await expect.element(field('Send It to the Client')).not.toBeInTheDocument()
  })

  it('is not created for an address that is none', async () => {
    const { backend } = await openMailing()
    await field('Email').fill('maria')
    await submit().click()
    await expect.element(form().getByText('Enter an email address, like name@example.com.')).toBeVisible()
    expect(backend.sent('POST', UPDATES)).toEqual([])
  })

  it('says so where the mail could not be asked for, and can be mailed from the history', async () => {
    const { backend } = await openMailing()
    const answerAgain = backend.answer('POST', MAILS, () => refusal('away'))
    await submit().click()
    await expectDestructiveToast('Update not mailed')
    answerAgain()
    await page.getByRole('button', { name: 'Mail to Client: Menu is done' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mail to Client' })
    await expect.element(dialog.getByLabelText('Email')).toHaveValue('clara@client.test')
    await dialog.getByRole('button', { name: 'Send' }).dblClick()
    await expectToast('Mailed to the client')
    expect(backend.table('client_mails').rows).toHaveLength(1)
  })
})
