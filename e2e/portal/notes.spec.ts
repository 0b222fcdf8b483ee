import type { Page } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { gate } from '../gate.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { agencyWith, call, dialog, refuse, submit } from './projects-scene.ts'

const UUID = /^[0-9a-f-]{36}$/

const subjects = [
  {
    ...{ what: 'project', table: 'project_notes', column: 'project_id', card: 'Project Notes' },
    categories: ['General', 'Progress', 'Issue', 'Meeting', 'Milestone', 'Scope', 'No category'],
    path: (id: string) => `/dashboard/projects/${id}`,
  },
  {
    ...{ what: 'client', table: 'client_notes', column: 'client_id', card: 'Notes' },
    categories: ['General', 'Meeting', 'Follow-up', 'Issue', 'Payment', 'No category'],
    path: (id: string) => `/dashboard/clients/${id}`,
  },
] as const
type Subject = (typeof subjects)[number]

async function withNotes(backstage: Backstage, subject: Subject, notes: string[] = []) {
  const { person, client, projects } = await agencyWith(backstage, [{ name: 'Noted' }])
  const id = (subject.what === 'project' ? projects.get('Noted') : client.id) ?? ''
  const db = await backstage.as(person)
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
    test('are listed newest first with author, time and category', async ({ signedIn, backstage }) => {
      const { person, path, id } = await withNotes(backstage, subject, ['The first', 'The second\nof two lines'])
      const page = await signedIn(person)
      const read = call(page, 'GET', subject.table)
      await page.goto(path)
      expect((await read).query).toMatchObject({ [subject.column]: `eq.${id}`, order: 'created_at.desc,id.asc' })
      await expect(notes(page, subject)).toHaveCount(2)
      await expect(notes(page, subject).first()).toContainText('The second')
      await expect(notes(page, subject).first()).toContainText(person.name)
      await expect(notes(page, subject).first()).toContainText('General')
      await expect(notes(page, subject).first().getByRole('time')).toHaveText(
        /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d$/,
      )
      await expectAccessible(page)
    })

    test('are added with a text and a category', async ({ signedIn, backstage }) => {
      const { person, path, id } = await withNotes(backstage, subject)
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
        ...{ [subject.column]: id, note_text: 'Ring twice', note_category: 'meeting' },
        staff_id: expect.stringMatching(UUID),
      })
      await expect(card(page, subject).getByRole('button', { name: 'Add Note' })).toBeFocused()
      await expect(notes(page, subject)).toHaveCount(1)
      await expect(notes(page, subject)).toContainText('Meeting')
      await page.reload()
      await expect(notes(page, subject)).toHaveCount(1)
    })

    test('need no category', async ({ signedIn, backstage }) => {
      const { person, path } = await withNotes(backstage, subject)
      const page = await signedIn(person, { viewport: phone })
      await page.goto(path)
      const form = await openAdd(page, subject)
      await form.getByLabel('Note').fill('x'.repeat(500))
      await form.getByLabel('Category').selectOption('No category')
      const sent = call(page, 'POST', subject.table)
      await submit(form).click()
      await expectToast(page, 'Note added')
      expect((await sent).body).toMatchObject({ note_category: null })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    })

    test('show the beginning of a long one until more is asked for', async ({ signedIn, backstage }) => {
      const { person, path } = await withNotes(backstage, subject, ['line\n'.repeat(30)])
      const page = await signedIn(person)
      await page.goto(path)
      const note = notes(page, subject)
      const height = async () => (await note.boundingBox())?.height ?? 0
      await expect(note).toBeVisible()
      const folded = await height()
      await note.getByRole('button', { name: 'Show All' }).click()
      expect(await height()).toBeGreaterThan(folded * 2)
      await note.getByRole('button', { name: 'Show Less' }).click()
      expect(await height()).toBe(folded)
    })

    test('need a text: without one nothing happens', async ({ signedIn, backstage }) => {
      const { person, path } = await withNotes(backstage, subject)
      const page = await signedIn(person)
      await page.goto(path)
      const sent = await gate(page, new RegExp(`/rest/v1/${subject.table}$`))
      const form = await openAdd(page, subject)
      await form.getByLabel('Note').fill(' \n ')
      await submit(form).click()
      await expect(form).toBeVisible()
      await expect(form.getByLabel('Note')).toBeFocused()
      await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0)
      expect(sent.held()).toBe(0)
    })

    for (const answer of ['message', 'none'] as const) {
      test(`say that adding failed and keep what was typed (${answer})`, async ({ signedIn, backstage, troubles }) => {
        troubles.expectTrouble(new RegExp(`^(500|failed) POST /rest/v1/${subject.table}`))
        const { person, path } = await withNotes(backstage, subject)
        const page = await signedIn(person)
        await page.goto(path)
        await refuse(page, 'POST', subject.table, answer)
        let form = await openAdd(page, subject)
        await form.getByLabel('Note').fill('Do not lose me')
        await submit(form).click()
        await expectDestructiveToast(page, 'Error', 'Failed to add note.')
        await expect(form.getByLabel('Note')).toHaveValue('Do not lose me')
        await page.reload()
        form = await openAdd(page, subject)
        await expect(form.getByLabel('Note')).toHaveValue('Do not lose me')
      })
    }

    test('are deleted after a question', async ({ signedIn, backstage }) => {
      const { person, path } = await withNotes(backstage, subject, ['Stays', 'Goes'])
      const page = await signedIn(person)
      await page.goto(path)
      const remove = notes(page, subject)
        .filter({ hasText: 'Goes' })
        .getByRole('button', { name: /^Delete note by/ })
      await remove.click()
      await expect(page.getByRole('alertdialog')).toContainText('Goes')
      await expectAccessible(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(remove).toBeFocused()
      await remove.click()
      const sent = call(page, 'DELETE', subject.table)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick()
      await expectToast(page, 'Note deleted')
      expect((await sent).query).toEqual({ id: expect.stringMatching(/^eq\.[0-9a-f-]{36}$/) })
      await expect(notes(page, subject)).toHaveText([/Stays/])
    })

    test('say that deleting failed, and stay', async ({ signedIn, backstage, troubles }) => {
      troubles.expectTrouble(`failed DELETE /rest/v1/${subject.table}`)
      const { person, path } = await withNotes(backstage, subject, ['Stays'])
      const page = await signedIn(person)
      await page.goto(path)
      await refuse(page, 'DELETE', subject.table, 'none')
      await notes(page, subject)
        .getByRole('button', { name: /^Delete note by/ })
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expectDestructiveToast(page, 'Error', 'Failed to delete note.')
      await expect(notes(page, subject)).toHaveCount(1)
    })

    test('come twenty at a time with the count of all', async ({ signedIn, backstage }) => {
      const { person, id, path } = await withNotes(backstage, subject)
      const many = Array.from({ length: 45 }, (_, number) => ({ [subject.column]: id, note_text: `Note ${number}.` }))
      await (await backstage.as(person)).from(subject.table).insert(many).throwOnError()
      const page = await signedIn(person)
      await page.goto(path)
      for (const shown of [20, 40]) {
        await expect(notes(page, subject)).toHaveCount(shown)
        await expect(card(page, subject).getByText(`${shown} of 45`, { exact: true })).toBeVisible()
        await card(page, subject).getByRole('button', { name: 'Show More' }).click()
      }
      await expect(notes(page, subject)).toHaveCount(45)
      await expect(card(page, subject).getByRole('button', { name: 'Show More' })).toHaveCount(0)
    })

    test('say so when they cannot be loaded, and can be asked again', async ({ signedIn, backstage, troubles }) => {
      troubles.expectTrouble(new RegExp(`^500 GET /rest/v1/${subject.table}`))
      const { person, path } = await withNotes(backstage, subject, ['There after all'])
      const page = await signedIn(person)
      await refuse(page, 'GET', subject.table)
      await page.goto(path)
      const again = card(page, subject).getByRole('button', { name: 'Try Again' })
      await expect(again).toBeVisible()
      await page.unroute(`**/rest/v1/${subject.table}*`)
      await again.click()
      await expect(notes(page, subject)).toHaveText([/There after all/])
    })
  })
}
