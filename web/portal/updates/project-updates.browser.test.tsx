import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectTexts, expectToast, horizontalOverflow, phone } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import type { Row } from '../../testing/fake-table.ts'
import { field, UPDATES } from '../../testing/update-scene.ts'

const LOGO = 'd0000000-0000-4000-8000-000000000002'

/** Opens Clara's project Website with these updates, the last of them the newest. */
function openWebsite(...updates: Row[]) {
  const backend = withClara({ id: WEBSITE, name: 'Website' }, { id: LOGO, name: 'Logo' })
  for (const update of updates) backend.table('project_updates').insert(rowOf(update))
  return openClient(backend, `/dashboard/projects/${WEBSITE}`)
}

const rowOf = (update: Row) => ({
  project_id: WEBSITE,
  title: 'Something',
  content: 'Happened.',
  author: { display_name: 'Ana Reyes' },
  project: { name: 'Website' },
  ...update,
})

const card = () => page.getByRole('region', { name: 'Project Updates' })
const titles = () => card().getByRole('heading', { level: 3 })
const item = (title: string) =>
  card()
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title }) })

it.each([
  ['Tom Baker', 'Approved by Tom Baker, by their link, Nov 3, 2026'],
  ['T.', 'Approved by T., by the link of Tom Baker, Nov 3, 2026'],
])('[client-updates.md#history] says whose link an approval came by, signed %s', async (name, words) => {
  const answer = { answer: 'approved', comment: null, name, person: 'Tom Baker', created_at: '2026-11-03T12:00:00Z' }
  const { backend } = openWebsite({ title: 'Sketches', update_type: 'review', visibility: 'client', answer })
  backend.answer('GET', '/rest/v1/update_reach', () => Response.json([]))
  await expect.element(item('Sketches')).toMatchTextContent(words)
})

it('[project-page.md#updates] shows those of the project alone, newest first, and what the client answered', async () => {
  const id = crypto.randomUUID()
  const answer = { answer: 'approved', comment: null, name: 'Maria', created_at: '2026-11-03T12:00:00Z' }
  const { backend } = openWebsite(
    { id, title: 'Sketches', update_type: 'review', visibility: 'client', answer },
    { title: 'Of the logo', project_id: LOGO },
    { title: 'Menu is done' },
  )
  const opened = { times_opened: 1, first_opened_at: '2026-11-02T12:00:00Z', last_opened_at: '2026-11-02T12:00:00Z' }
  backend.answer('GET', '/rest/v1/update_reach', () => Response.json([{ update_id: id, ...opened }]))
  await expectTexts(titles(), ['Menu is done', 'Sketches'])
  await expect.element(item('Sketches')).toMatchTextContent(/Opened once.*Approved by Maria, Nov 3, 2026/)
  await expect.element(item('Menu is done')).toMatchTextContent(/by Ana ReyesHappened/)
  await expect.element(card().getByText('2', { exact: true })).toBeVisible()
  await expectAccessible()
})

it('[project-page.md#updates] says that there are none, and leads to where they are written', async () => {
  await page.viewport(...phone)
  const portal = openWebsite()
  await expect.element(card().getByText('No updates yet.')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
  await card().getByRole('link', { name: 'Write Update' }).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}?project=${WEBSITE}`)
  await expect.element(field('Project')).toHaveValue(WEBSITE)
  await expect.element(field('Title')).toHaveFocus()
})

it('[project-page.md#updates] goes back ten at a time', async () => {
  const { backend } = openWebsite(...Array.from({ length: 12 }, (_, number) => ({ title: `Step ${number + 1}` })))
  const older = ['Step 2', 'Step 1'].map((title) => ({
    id: title,
    created_at: '2026-01-01T12:00:00Z',
    ...rowOf({ title }),
  }))
  await expect.element(titles()).toHaveLength(10)
  await expect.element(card().getByText('10 of 12')).toBeVisible()
  backend.answer('GET', UPDATES, ({ query }) =>
    query.or?.includes('created_at.lt.')
      ? Response.json(older, { headers: { 'content-range': '0-1/2' } })
      : refusal('Nobody asked for the first ones again.'),
  )
  await card().getByRole('button', { name: 'Show More' }).click()
  await expect.element(titles()).toHaveLength(12)
  await expect.element(card().getByRole('button', { name: 'Show More' })).not.toBeInTheDocument()
})

it('says when they cannot be loaded, and can be asked again', async () => {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  const recover = backend.answer('GET', UPDATES, () => refusal('No'))
  openClient(backend, `/dashboard/projects/${WEBSITE}`)
  await expect.element(card().getByText('The updates could not be loaded.')).toBeVisible()
  recover()
  await card().getByRole('button', { name: 'Try Again' }).click()
  await expect.element(card().getByText('No updates yet.')).toBeVisible()
})

it('deletes one as the client’s page does', async () => {
  openWebsite({ title: 'One' }, { title: 'Two' })
  await card().getByRole('button', { name: 'Delete update One' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('Success', 'Update deleted successfully')
  await expectTexts(titles(), ['Two'])
})
