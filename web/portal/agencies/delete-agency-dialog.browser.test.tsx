import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { AGENCIES, openAgencies } from '../../testing/agency-scene.ts'
import { expectAccessible, expectDestructiveToast, expectToast, phone, row } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { cleo, south } from '../../testing/people.ts'

const remove = () => row('South').getByRole('button', { name: 'Delete South' })
const question = () => page.getByRole('alertdialog')
const confirm = () => question().getByRole('button', { name: 'Delete' })

async function ask(prepare = (_backend: ReturnType<typeof openAgencies>['backend']) => {}) {
  const { backend } = openAgencies([{ id: south, name: 'South' }, { name: 'Stays' }])
  backend.table('clients').insert({ name: 'Going', agency_id: south })
  backend.table('user_profiles').insert({ id: cleo.id, agency_id: south })
  await expect.element(remove()).toBeVisible()
  prepare(backend)
  await remove().click()
  await expect.element(question().getByText('Delete agency? This cannot be undone.')).toBeVisible()
  return backend
}

it('says what goes with an agency, and removes it once, however often it is clicked', async () => {
  const backend = await ask()
  await expect.element(question()).toMatchTextContent('With South go its clients (1) and projects (0)')
  await expect.element(question()).toMatchTextContent('Its people (1) stay, without an agency.')
  await confirm().dblClick()
  await expectToast('Agency deleted')
  expect(backend.sent('DELETE', AGENCIES).map(({ query }) => query)).toEqual([{ id: `eq.${south}` }])
  await expect.element(row('South')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(row('Stays')).toBeVisible()
})

it('asks first, and Cancel changes nothing', async () => {
  const backend = await ask()
  await question().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(remove()).toHaveFocus()
  expect(backend.sent('DELETE', AGENCIES)).toEqual([])
})

it('says why it failed, and the agency stays', async () => {
  const backend = await ask()
  backend.answer('DELETE', AGENCIES, () => refusal('It is a landmark'))
  await confirm().click()
  await expectDestructiveToast('Delete failed', 'It is a landmark')
  await expect.element(row('South')).toBeInTheDocument()
})

it('says so when it was deleted already', async () => {
  await ask((backend) => backend.table('agencies').delete(new URLSearchParams({ id: `eq.${south}` })))
  await confirm().click()
  await expectDestructiveToast('Delete failed', 'This agency no longer exists, or you may not delete it.')
  await expect.element(row('South')).not.toBeInTheDocument()
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s', async (_device, size) => {
  await page.viewport(...size)
  await ask()
  await expectAccessible()
})
