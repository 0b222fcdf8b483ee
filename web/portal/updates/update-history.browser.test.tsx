import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, phone } from '../../testing/expect.ts'
import { type FakeBackend, noAnswer, refusal } from '../../testing/fake-backend.ts'
import { BUCKET, withStorage } from '../../testing/fake-storage.ts'
import { history, item, titles, UPDATES } from '../../testing/update-scene.ts'

const LOGO = 'd0000000-0000-4000-8000-000000000002'
const STAYS = 'e0000000-0000-4000-8000-000000000001'

/** A backend with these updates by Ana, the last of them the newest. */
function withUpdates(...updates: Record<string, unknown>[]) {
  const backend = withClara({ id: WEBSITE, name: 'Website' }, { id: LOGO, name: 'Logo' })
  const [author, project] = [{ display_name: 'Ana Reyes' }, { name: 'Website' }]
  for (const update of updates) {
    const row = { project_id: WEBSITE, title: 'Something', content: 'Happened.', author, project, ...update }
    backend.table('project_updates').insert(row)
  }
  return backend
}

/** Attaches a file to an update, in the table and in storage. */
function attach(backend: FakeBackend, update_id: string, file_name: string): Map<string, File> {
  const stored = withStorage(backend)
  const file_path = `${update_id}/1_${file_name}`
  const file = { file_name, file_path, file_type: 'image/png', file_size: 3 }
  backend.table('client_update_attachments').insert({ update_id, ...file })
  return stored.set(file_path, new File(['PNG'], file_name))
}

const titled = (title: string) => ({ title })
it('shows each update with everything there is to it, newest first', async () => {
  const portal = openClient(
    withUpdates(
      {
        title: 'First draft',
        content: 'Home.\n  Menu.',
        update_type: 'review',
        created_at: '2026-01-05T23:30:00-05:00',
      },
      {
        title: 'The logo is there',
        project_id: LOGO,
        project: { name: 'Logo' },
        update_type: 'delivery',
        visibility: 'client',
        is_milestone: true,
      },
    ),
  )
  await expectTexts(titles(), ['The logo is there', 'First draft'])
  for (const words of ['Review Request', 'Agency', 'Website', 'Ana Reyes', 'Jan 5, 2026']) {
    await expect.element(item('First draft')).toMatchTextContent(words)
  }
  expect(item('First draft').getByText('Milestone').length).toBe(0)
  expect(item('First draft').getByText('Client Visible').length).toBe(0)
  const text = item('First draft')
    .getByText(/^Home\./)
    .element()
  expect(text instanceof HTMLElement && text.innerText).toBe('Home.\n  Menu.')

  for (const mark of ['Delivery', 'Milestone', 'Client Visible']) {
    await expect.element(item('The logo is there').getByText(mark)).toBeVisible()
  }
  await item('The logo is there').getByRole('link', { name: 'Logo' }).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/projects/${LOGO}`)
})

it('is read as the specification lists it', async () => {
  const { backend } = openClient(withUpdates(titled('One'), titled('Two')))
  await expectTexts(titles(), ['Two', 'One'])
  const { calls } = backend
  const projects = calls.findIndex(({ path, query }) => path === '/rest/v1/projects' && query.select === 'id')
  const updates = calls.findIndex(({ path }) => path === UPDATES)
  expect(calls[projects]?.query.client_id).toBe(`eq.${CLARA}`)
  expect(updates).toBeGreaterThan(projects)
  const { project_id, select, order } = calls[updates]?.query ?? {}
  expect(project_id).toBe(`in.(${WEBSITE},${LOGO})`)
  expect(select).toContain('projects(name)')
  expect(order).toMatch(/^created_at\.desc/)
  for (const { id } of backend.table('project_updates').rows) {
    const isOfIt = ({ query }: { query: Record<string, string> }) => query.update_id === `eq.${id}`
    expect(calls.findIndex(isOfIt)).toBeGreaterThan(updates)
  }
})

it('folds a long content, and unfolds it', async () => {
  const lines = Array.from({ length: 40 }, (_, number) => `Line ${number + 1}`)
  openClient(withUpdates({ title: 'Long', content: lines.join('\n') }))
  const height = () => item('Long').element().getBoundingClientRect().height
  await expect.element(item('Long')).toBeVisible()
  const folded = height()
  await item('Long').getByRole('button', { name: 'Show All' }).click()
  await expect.poll(height).toBeGreaterThan(folded * 2)
  await item('Long').getByRole('button', { name: 'Show Less' }).click()
  await expect.poll(height).toBe(folded)
})

it('shows that it is loading', async () => {
  const backend = withUpdates(titled('One'))
  const slow = backend.hold('GET', UPDATES)
  openClient(backend)
  await expect.poll(slow.held).toBe(1)
  await expect.element(history()).toHaveAttribute('aria-busy', 'true')
  expect(history().getByText('No updates yet.').length).toBe(0)
  slow.open()
  await expectTexts(titles(), ['One'])
})

it('says when it cannot be loaded, and can be asked again', async () => {
  const backend = withUpdates(titled('One'))
  const recover = backend.answer('GET', UPDATES, () => refusal('No'))
  openClient(backend)
  await expect.element(history().getByText('The updates could not be loaded.')).toBeVisible()
  recover()
  await history().getByRole('button', { name: 'Try Again' }).click()
  await expectTexts(titles(), ['One'])
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s, with updates, and asked to delete', async (_where, size) => {
  await page.viewport(...size)
  openClient(withUpdates(titled('One'), { title: 'All of it', visibility: 'client', is_milestone: true }))
  await expectTexts(titles(), ['All of it', 'One'])
  await expectAccessible()
  await page.getByRole('button', { name: 'Delete update All of it' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible()
})

describe('deleting an update', () => {
  const question = () => page.getByRole('alertdialog')
  const confirm = () => question().getByRole('button', { name: 'Delete' })
  const remove = () => page.getByRole('button', { name: 'Delete update One' })

  async function ask() {
    const { backend } = openClient(withUpdates(titled('One'), titled('Two')))
    await remove().click()
    await expect.element(question()).toMatchTextContent('One is removed. It can be brought back for 30 days.')
    return backend
  }

  it('asks first, and Cancel changes nothing', async () => {
    const backend = await ask()
    await question().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question()).not.toBeInTheDocument()
    await expect.element(remove()).toHaveFocus()
    expect(backend.sent('DELETE', UPDATES)).toEqual([])
  })

  it('removes it once, however often it is clicked, and no other', async () => {
    const backend = await ask()
    await confirm().dblClick()
    await expectToast('Success', 'Update deleted successfully')
    await expectTexts(titles(), ['Two'])
    expect(backend.sent('DELETE', UPDATES)).toHaveLength(1)
    // The files are left alone: the server moves them with the update, and back.
    expect(backend.sent('DELETE', BUCKET)).toEqual([])
  })

  it.each([
    ['the server’s message', () => refusal('It is nailed down'), 'It is nailed down'],
    ['a sentence of its own', noAnswer, 'Failed to delete update. Please try again.'],
  ])('says with %s why it failed, and the update stays', async (_what, answer, said) => {
    const backend = await ask()
    backend.answer('DELETE', UPDATES, answer)
    await confirm().click()
    await expectDestructiveToast('Error', said)
    await expectTexts(titles(), ['Two', 'One'])
  })

  it('says so where a colleague was quicker, and shows what is left', async () => {
    const backend = await ask()
    backend.table('project_updates').delete(new URLSearchParams({ title: 'eq.One' }))
    await confirm().click()
    await expectDestructiveToast('Error', 'This update no longer exists, or you may not delete it.')
    await expectTexts(titles(), ['Two'])
  })
})

it('[client-updates.md#downloading] says when downloading failed', async () => {
  const backend = withUpdates({ id: STAYS })
  attach(backend, STAYS, 'photo.png').clear()
  openClient(backend)
  for (const answer of [undefined, noAnswer]) {
    if (answer) backend.answer('GET', `${BUCKET}/`, answer)
    await page.getByRole('button', { name: /^Download photo\.png/ }).click()
    await expectDestructiveToast('Error', 'Failed to download file')
    await page.getByRole('button', { name: 'Close notification' }).last().click()
    await expect.element(page.getByText('Failed to download file')).not.toBeInTheDocument()
  }
})

it('[client-updates.md#history] says whether the client opened what they see, and what they answered', async () => {
  const [asked, answered, told] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const answer = { answer: 'changes', comment: 'Warmer colours', name: 'Maria', created_at: '2026-11-03T12:00:00Z' }
  const backend = withUpdates(
    { id: told, title: 'Told', visibility: 'client' },
    { id: asked, title: 'Asked', visibility: 'client', update_type: 'review' },
    { id: answered, title: 'Answered', visibility: 'client', update_type: 'review', answer },
    { title: 'Between us' },
  )
  const opened = { first_opened_at: '2026-11-02T12:00:00Z', last_opened_at: '2026-11-03T11:00:00Z' }
  backend.answer('GET', '/rest/v1/update_reach', () =>
    Response.json([
      { update_id: told, times_opened: 12, ...opened },
      { update_id: asked, times_opened: 0, first_opened_at: null, last_opened_at: null },
      { update_id: answered, times_opened: 1, ...opened },
    ]),
  )
  openClient(backend)
  await expect.element(item('Told')).toMatchTextContent(/Opened 12 times, first Nov 2, 2026, last .* ago/)
  await expect.element(item('Asked')).toMatchTextContent('Not opened yet · Waiting for the client’s answer')
  await expect
    .element(item('Answered'))
    .toMatchTextContent(/Opened once.*Changes asked for by Maria, Nov 3, 2026 ?Warmer colours/)
  await expect.element(item('Between us')).not.toMatchTextContent('opened')
  await expectAccessible()
})

it('fails once where neither the files nor who opened an update can be read', async () => {
  const backend = withUpdates({ title: 'Told', visibility: 'client' })
  backend.answer('GET', '/rest/v1/client_update_attachments', () => refusal('No files'))
  const later = Promise.withResolvers<Response>()
  backend.answer('GET', '/rest/v1/update_reach', () => later.promise)
  openClient(backend)
  await expect.element(history().getByText('The updates could not be loaded.')).toBeVisible()
  // An answer that nobody awaits any more fails the test run.
  later.resolve(refusal('Nothing said'))
  await later.promise
})

it('[program-keys.md#writing] names the key of the program that wrote an update', async () => {
  openClient(withUpdates({ title: 'Backup', author: null, by_program: 'Zapier' }))
  await expect.element(item('Backup')).toMatchTextContent(/by Zapier/)
})
