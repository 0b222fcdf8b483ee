import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { expectToast } from '../toasts.ts'
import { call, createAgencyWithProjects, dialog, submit } from './projects-scene.ts'

const UUID = /^[0-9a-f-]{36}$/

const subjects = [
  {
    what: 'project',
    table: 'project_notes',
    column: 'project_id',
    card: 'Project Notes',
    categories: ['General', 'Progress', 'Issue', 'Meeting', 'Milestone', 'Scope', 'No category'],
    path: (id: string) => `/dashboard/projects/${id}`,
  },
  {
    what: 'client',
    table: 'client_notes',
    column: 'client_id',
    card: 'Notes',
    categories: ['General', 'Meeting', 'Follow-up', 'Issue', 'Payment', 'No category'],
    path: (id: string) => `/dashboard/clients/${id}`,
  },
] as const
type Subject = (typeof subjects)[number]

async function withNotes(testData: TestData, subject: Subject, notes: string[] = []) {
  const { person, client, projects } = await createAgencyWithProjects(testData, [{ name: 'Noted' }])
  const id = (subject.what === 'project' ? projects.get('Noted') : client.id) ?? ''
  const db = await testData.as(person)
  for (const note_text of notes) {
    await db
      .from(subject.table)
      .insert({ [subject.column]: id, note_text })
      .throwOnError()
  }
  return { person, id, path: subject.path(id) }
}

const card = (page: Page, { card }: Subject) => page.getByRole('region', { name: card, exact: true })
const notes = (page: Page, subject: Subject) => card(page, subject).getByRole('listitem')

async function openAdd(page: Page, subject: Subject) {
  await card(page, subject).getByRole('button', { name: 'Add Note' }).click()
  const form = dialog(page, 'Add Note')
  await expect(form).toBeVisible()
  return form
}

for (const subject of subjects) {
  test.describe(`[notes.md#notes] notes about a ${subject.what}`, () => {
    test('are added with a text and a category, and deleted after a question', async ({ signedIn, testData }) => {
      const { person, path, id } = await withNotes(testData, subject, ['Stays'])
      const page = await signedIn(person)
      await page.goto(path)
      const form = await openAdd(page, subject)
      await expectAccessible(page)
      await expect(form.getByLabel('Category').getByRole('option')).toHaveText([...subject.categories])
      await form.getByLabel('Note').fill('  Ring twice \n')
      await form.getByLabel('Category').selectOption('Meeting')
      const sent = call(page, 'POST', subject.table)
      await submit(form).dblclick()
      await expectToast(page, 'Note added')
      expect((await sent).body).toEqual({
        [subject.column]: id,
        note_text: 'Ring twice',
        note_category: 'meeting',
        staff_id: expect.stringMatching(UUID),
      })
      await expect(card(page, subject).getByRole('button', { name: 'Add Note' })).toBeFocused()
      await expect(notes(page, subject)).toHaveCount(2)
      await expect(notes(page, subject).first()).toContainText('Meeting')
      await page.reload()
      await expect(notes(page, subject)).toHaveCount(2)

      const remove = notes(page, subject)
        .filter({ hasText: 'Ring twice' })
        .getByRole('button', { name: /^Delete note by/ })
      await remove.click()
      await expect(page.getByRole('alertdialog')).toContainText('Ring twice')
      await expectAccessible(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(remove).toBeFocused()
      await remove.click()
      const deletion = call(page, 'DELETE', subject.table)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick()
      await expectToast(page, 'Note deleted')
      expect((await deletion).query).toEqual({ id: expect.stringMatching(/^eq\.[0-9a-f-]{36}$/) })
      await expect(notes(page, subject)).toHaveText([/Stays/])
    })
  })
}
