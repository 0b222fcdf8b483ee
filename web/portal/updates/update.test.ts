import { expect, it } from 'vitest'
import { updateForm, updateTypeLabels, updateTypes } from './update.ts'

it('calls the types as the specification does', () => {
  expect(updateTypes.map((type) => updateTypeLabels[type])).toEqual([
    'Progress Update',
    'Milestone',
    'General',
    'Review Request',
    'Delivery',
  ])
})

const typed = {
  project: { id: 'one', name: 'Website' },
  update_type: 'progress',
  title: ' Done ',
  content: ' All of it ',
  is_milestone: false,
  is_client_visible: false,
  answer_by: '',
  file_names: [],
}

it('sends title and content trimmed', () => {
  expect(updateForm.parse(typed)).toMatchObject({ title: 'Done', content: 'All of it' })
})

it.each([
  ['project', null],
  ['title', '   '],
  ['content', '\n'],
  ['title', 'x'.repeat(201)],
  ['content', 'x'.repeat(20_001)],
])('does not send %s %j', (field, value) => {
  const { error } = updateForm.safeParse({ ...typed, [field]: value })
  expect(error?.issues.map(({ path }) => path.join())).toEqual([field])
})

it('[client-updates.md#mailing] mails what the client sees, and only where that is wanted', () => {
  const mailed = { ...typed, is_client_visible: true, is_mailed: true, recipient: ' maria@shop.test ' }
  expect(updateForm.parse(mailed).mailTo).toBe('maria@shop.test')
  expect(updateForm.parse({ ...mailed, is_mailed: false }).mailTo).toBeUndefined()
  expect(updateForm.parse({ ...mailed, is_client_visible: false, recipient: '' }).mailTo).toBeUndefined()
  const { error } = updateForm.safeParse({ ...mailed, recipient: 'maria' })
  expect(error?.issues).toMatchObject([
    { path: ['recipient'], message: 'Enter an email address, like name@example.com.' },
  ])
})
