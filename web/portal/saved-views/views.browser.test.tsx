import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { openProjects, title, withProjects } from '../../testing/project-scene.ts'

const VIEWS = '/rest/v1/saved_views'
const AT = '?status=review&sort=-name'

const views = () => page.getByRole('navigation', { name: 'Views' })
const link = (name: string) => views().getByRole('link', { name, exact: true })
const saveButton = () => page.getByRole('button', { name: 'Save View' })
const dialog = (name: string) => page.getByRole('dialog', { name })

function open({ at = '', saved = [] as { name: string; query: string }[] } = {}) {
  const backend = withProjects([
    { name: 'Website', status: 'review' },
    { name: 'Logo', status: 'planning' },
  ])
  saved.forEach((view, index) => {
    backend.table('saved_views').insert({ id: `view-${index}`, list: 'projects', ...view })
  })
  return openProjects(backend, { at })
}

async function save(name: string) {
  await saveButton().click()
  await dialog('Save View').getByLabelText('Name').fill(name)
  await dialog('Save View').getByRole('button', { name: 'Save View' }).click()
}

describe('[lists.md#views] what one looks at', () => {
  it('is saved under a name, and stands beside the views that the list has for everybody', async () => {
    const portal = open({ at: `${AT}&page=1` })
    await save('To review')
    await expectToast('View saved')
    expect(portal.backend.sent('POST', VIEWS).map(({ body }) => body)).toEqual([
      { list: 'projects', name: 'To review', query: 'sort=-name&status=review' },
    ])
    await expect.element(link('To review')).toHaveAttribute('aria-current', 'page')
    await expect.element(saveButton()).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('is no view to save where it is one already', async () => {
    open({ at: '?view=overdue' })
    await expect.element(link('Overdue')).toHaveAttribute('aria-current', 'page')
    await expect.element(saveButton()).not.toBeInTheDocument()
  })

  it('is saved in place of an earlier one, and that comes back by Undo', async () => {
    const portal = open({ at: AT, saved: [{ name: 'Mine to do', query: 'view=mine' }] })
    await saveButton().click()
    await dialog('Save View').getByLabelText('Save As').selectOptions('In place of “Mine to do”')
    await expect.element(dialog('Save View').getByLabelText('Name')).toHaveValue('Mine to do')
    await dialog('Save View').getByRole('button', { name: 'Save View' }).click()
    await expectToast('View changed')
    expect(portal.backend.table('saved_views').rows[0]?.query).toBe('sort=-name&status=review')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Change undone')
    expect(portal.backend.table('saved_views').rows[0]?.query).toBe('view=mine')
  })

  it('takes no name that another view has, and says why it was not saved', async () => {
    const portal = open({ at: AT, saved: [{ name: 'Late', query: 'view=overdue' }] })
    await save('late')
    await expect.element(dialog('Save View').getByText('You already have a view with that name.')).toBeVisible()
    portal.backend.answer('POST', VIEWS, () =>
      refusal('A list has at most 20 saved views. Delete one first.', { code: '23514', status: 400 }),
    )
    await dialog('Save View').getByLabelText('Name').fill('Later')
    await dialog('Save View').getByRole('button', { name: 'Save View' }).click()
    await expectDestructiveToast('View not saved', 'A list has at most 20 saved views. Delete one first.')
    await expect.element(dialog('Save View').getByLabelText('Name')).toHaveValue('Later')
  })

  it('goes in place of an earlier one where there are as many as there can be', async () => {
    open({ at: AT, saved: Array.from({ length: 20 }, (_, n) => ({ name: `View ${n}`, query: `search=${n}` })) })
    await saveButton().click()
    await expect.element(dialog('Save View').getByText(/You have 20 views of this list/)).toBeVisible()
    await expect.element(dialog('Save View').getByRole('option', { name: 'A new view' })).not.toBeInTheDocument()
  })
})

describe('[lists.md#views] a saved view', () => {
  const late = { name: 'Late', query: 'search=logo&view=overdue' }
  const review = { name: 'To review', query: 'status=review' }

  it('is an address, which replaces what was searched and filtered; the others leave it as a whole', async () => {
    const portal = open({ at: '?type=consultation', saved: [late, review] })
    await expectTexts(views().getByRole('link'), ['All', 'Mine', 'Overdue', 'Late', 'To review'])
    await link('To review').click()
    await expect.element(title(1)).toBeVisible()
    expect(portal.location).toBe('/dashboard/projects?status=review')
    await expect.element(link('All')).not.toHaveAttribute('aria-current')
    await link('All').click()
    await expect.element(title(2)).toBeVisible()
    expect(portal.location).toBe('/dashboard/projects')
    portal.back()
    await expect.element(link('To review')).toHaveAttribute('aria-current', 'page')
  })

  it('is renamed by keyboard', async () => {
    const portal = open({ at: '?status=review', saved: [late, review] })
    await page.getByRole('button', { name: 'Edit the view To review' }).click()
    await dialog('Edit View').getByLabelText('Name').fill('For the client')
    await userEvent.keyboard('{Enter}')
    await expectToast('View changed')
    await expect.element(link('For the client')).toHaveAttribute('aria-current', 'page')
    expect(portal.backend.sent('PATCH', VIEWS).map(({ body }) => body)).toEqual([
      { name: 'For the client', query: 'status=review' },
    ])
  })

  it('is deleted without a question, and stands where it stood by Undo', async () => {
    const portal = open({ at: '?search=logo&view=overdue', saved: [late, review] })
    await page.getByRole('button', { name: 'Edit the view Late' }).click()
    await dialog('Edit View').getByRole('button', { name: 'Delete View' }).click()
    await expectToast('View deleted')
    await expectTexts(views().getByRole('link'), ['All', 'Mine', 'Overdue', 'To review'])
    expect(portal.location).toBe('/dashboard/projects?search=logo&view=overdue')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Brought back')
    await expectTexts(views().getByRole('link'), ['All', 'Mine', 'Overdue', 'Late', 'To review'])
  })

  it.each([phone, [768, 1024] as const])(
    'stays in one row on %i px, however many there are and however long their names',
    async (...size) => {
      await page.viewport(...size)
      const many = Array.from({ length: 20 }, (_, n) => ({
        name: `${n} ${'of a long name '.repeat(2)}`,
        query: `search=${n}`,
      }))
      open({ at: '?search=17', saved: many })
      const current = link(`17 ${'of a long name '.repeat(2).trim()}`)
      await expect.element(current).toHaveAttribute('aria-current', 'page')
      expect(horizontalOverflow()).toBe(0)
      const links = views().getByRole('link').elements()
      expect(new Set(links.map((link) => link.getBoundingClientRect().top)).size).toBe(1)
      const edges = () => current.element().getBoundingClientRect()
      // The page scrolls only in the next frame.
      await expect.poll(() => edges().right).toBeLessThan(innerWidth)
      expect(edges().left).toBeGreaterThan(0)
      await expectAccessible()
    },
  )
})
