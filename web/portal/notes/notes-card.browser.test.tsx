import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ben } from '../../testing/people.ts'

const OWN = 'e0000000-0000-4000-8000-000000000001'

describe.each([
  {
    ...({ what: 'project', table: 'project_notes', about: { project_id: WEBSITE }, name: 'Project Notes' } as const),
    categories: ['General', 'Progress', 'Issue', 'Meeting', 'Milestone', 'Scope', 'No category'],
    at: `/dashboard/projects/${WEBSITE}`,
  },
  {
    ...({ what: 'client', table: 'client_notes', about: { client_id: CLARA }, name: 'Notes' } as const),
    categories: ['General', 'Meeting', 'Follow-up', 'Issue', 'Payment', 'No category'],
    at: `/dashboard/clients/${CLARA}`,
  },
])('notes about a $what', ({ table, about, name, categories, at }) => {
  const path = `/rest/v1/${table}`
  const [column = '', id = ''] = Object.entries(about)[0] ?? []

  function withNotes(...texts: string[]) {
    const backend = withClara({ id: WEBSITE, name: 'Website' })
    const author = { display_name: 'Ana Reyes' }
    for (const note_text of texts) backend.table(table).insert({ ...about, note_text, author })
    return backend
  }

  const card = () => page.getByRole('region', { name })
  const notes = () => card().getByRole('listitem')
  const opener = () => card().getByRole('button', { name: 'Add Note' })
  const form = () => page.getByRole('dialog', { name: 'Add Note' })
  const field = (label: string) => form().getByLabelText(label)
  const submit = () => form().getByRole('button', { name: 'Add Note' })
  const question = () => page.getByRole('alertdialog')
  const remove = (text: string) =>
    notes()
      .filter({ hasText: text })
      .getByRole('button', { name: /^Delete note by/ })

  async function openAdd() {
    await opener().click()
    await expect.element(form()).toBeVisible()
  }

  it('are listed newest first with author, time and category', async () => {
    const { backend } = openClient(withNotes('The first', 'The second\nof two lines'), at)
    await expect.element(notes()).toHaveLength(2)
    const [asked] = backend.sent('GET', path)
    expect(asked?.query).toMatchObject({ [column]: `eq.${id}`, order: 'created_at.desc,id.asc' })
    for (const words of ['The second', 'Ana Reyes', 'General']) {
      await expect.element(notes().first()).toMatchTextContent(words)
    }
    const moment = notes().first().getByRole('time')
    await expect.element(moment).toMatchTextContent(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d$/)
    await expectAccessible()
  })

  it('are added with a text and a category, once', async () => {
    const { backend } = openClient(withNotes(), at)
    await openAdd()
    await expectAccessible()
    await expectTexts(field('Category').getByRole('option'), categories)
    await field('Note').fill('  Ring twice \n')
    await field('Category').selectOptions('Meeting')
    await submit().dblClick()
    await expectToast('Note added')
    expect(backend.sent('POST', path).map(({ body }) => body)).toEqual([
      { ...about, note_text: 'Ring twice', note_category: 'meeting', staff_id: ben.id },
    ])
    await expect.element(opener()).toHaveFocus()
    await expect.element(notes()).toHaveLength(1)
    await expect.element(notes()).toMatchTextContent('Meeting')
  })

  it('need no category', async () => {
    await page.viewport(...phone)
    const { backend } = openClient(withNotes(), at)
    await openAdd()
    await field('Note').fill('x'.repeat(500))
    await field('Category').selectOptions('No category')
    await submit().click()
    await expectToast('Note added')
    expect(backend.sent('POST', path)[0]?.body).toMatchObject({ note_category: null })
    await expect.element(notes()).toHaveLength(1)
    expect(horizontalOverflow()).toBe(0)
  })

  it('show the beginning of a long one until more is asked for', async () => {
    openClient(withNotes('line\n'.repeat(30)), at)
    const height = () => notes().element().getBoundingClientRect().height
    await expect.element(notes()).toBeVisible()
    const folded = height()
    await notes().getByRole('button', { name: 'Show All' }).click()
    await expect.poll(height).toBeGreaterThan(folded * 2)
    await notes().getByRole('button', { name: 'Show Less' }).click()
    await expect.poll(height).toBe(folded)
  })

  describe('[notes.md#editing] are edited by who wrote them', () => {
    const edit = () => card().getByRole('button', { name: /^Edit note of/ })
    const dialog = () => page.getByRole('dialog', { name: 'Edit Note' })

    function withOwn() {
      const backend = withNotes('By Ana')
      backend.table(table).insert({ ...about, id: OWN, note_text: 'Ring twice', staff_id: ben.id })
      return backend
    }

    it('once, and nobody else’s are offered', async () => {
      const { backend } = openClient(withOwn(), at)
      await edit().click()
      await expectAccessible()
      await dialog().getByLabelText('Note').fill('Ring three times')
      await dialog().getByLabelText('Category').selectOptions('Meeting')
      await dialog().getByRole('button', { name: 'Save Changes' }).dblClick()
      await expectToast('Note saved')
      expect(backend.sent('PATCH', path).map(({ query, body }) => ({ query, body }))).toEqual([
        {
          query: { id: `eq.${OWN}`, edited_at: 'is.null' },
          body: { note_text: 'Ring three times', note_category: 'meeting' },
        },
      ])
      await expect.element(notes().filter({ hasText: 'Ring three times' })).toMatchTextContent('Meeting')
      await expect.element(edit()).toHaveFocus()
    })

    it('and say so where they changed it in another window meanwhile', async () => {
      const { backend } = openClient(withOwn(), at)
      await edit().click()
      await dialog().getByLabelText('Note').fill('Mine')
      backend.table(table).update(new URLSearchParams({ id: `eq.${OWN}` }), { note_text: 'Theirs', edited_at: 'later' })
      await dialog().getByRole('button', { name: 'Save Changes' }).click()
      await dialog().getByRole('button', { name: 'Keep This Version' }).click()
      await expectToast('Note saved')
      expect(backend.sent('PATCH', path).at(-1)?.query).toMatchObject({ edited_at: 'eq.later' })
    })
  })

  it('need a text: without one nothing happens', async () => {
    const { backend } = openClient(withNotes(), at)
    await openAdd()
    await field('Note').fill(' \n ')
    await submit().click()
    await expect.element(field('Note')).toHaveFocus()
    await expect.element(form()).toBeVisible()
    expect(document.querySelectorAll('#toasts li').length).toBe(0)
    expect(backend.sent('POST', path)).toEqual([])
  })

  it.each([
    ['a refusal', () => refusal('The shelf is full')],
    ['no answer', noAnswer],
  ])('say on %s that adding failed, and keep what was typed', async (_what, answer) => {
    const portal = openClient(withNotes(), at)
    portal.backend.answer('POST', path, answer)
    await openAdd()
    await field('Note').fill('Do not lose me')
    await submit().click()
    await expectDestructiveToast('Error', 'Failed to add note.')
    await expect.element(field('Note')).toHaveValue('Do not lose me')
    portal.reload()
    await openAdd()
    await expect.element(field('Note')).toHaveValue('Do not lose me')
  })

  it('are deleted after a question, once', async () => {
    const { backend } = openClient(withNotes('Stays', 'Goes'), at)
    await remove('Goes').click()
    await expect.element(question()).toMatchTextContent('Goes')
    await expectAccessible()
    await question().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(remove('Goes')).toHaveFocus()
    await remove('Goes').click()
    await question().getByRole('button', { name: 'Delete' }).dblClick()
    await expectToast('Note deleted')
    expect(backend.sent('DELETE', path).map(({ query }) => query)).toEqual([
      { id: expect.stringMatching(/^eq\.[0-9a-f-]{36}$/) },
    ])
    await expect.element(notes()).toHaveLength(1)
    await expect.element(notes()).toMatchTextContent('Stays')
  })

  it('say that deleting failed, and stay', async () => {
    const { backend } = openClient(withNotes('Stays'), at)
    backend.answer('DELETE', path, noAnswer)
    await remove('Stays').click()
    await question().getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast('Error', 'Failed to delete note.')
    await expect.element(notes()).toHaveLength(1)
  })

  it('come twenty at a time with the count of all', async () => {
    openClient(withNotes(...Array.from({ length: 45 }, (_, number) => `Note ${number}.`)), at)
    const more = card().getByRole('button', { name: 'Show More' })
    for (const shown of [20, 40]) {
      await expect.element(notes()).toHaveLength(shown)
      await expect.element(card().getByText(`${shown} of 45`)).toBeVisible()
      await more.click()
    }
    await expect.element(notes()).toHaveLength(45)
    await expect.element(more).not.toBeInTheDocument()
  })

  it('say so when they cannot be loaded, and can be asked again', async () => {
    const backend = withNotes('There after all')
    const recover = backend.answer('GET', path, () => refusal('out of order'))
    openClient(backend, at)
    const again = card().getByRole('button', { name: 'Try Again' })
    await expect.element(again).toBeVisible()
    recover()
    await again.click()
    await expect.element(notes()).toMatchTextContent('There after all')
  })
})

it('[program-keys.md#writing] a note that a program wrote names its key', async () => {
  const backend = withClara()
  backend.table('client_notes').insert({ client_id: CLARA, note_text: 'Paid.', author: null, by_program: 'Zapier' })
  openClient(backend)
  await expect.element(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toMatchTextContent(/^Zapier/)
})
