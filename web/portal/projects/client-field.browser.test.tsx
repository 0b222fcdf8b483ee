import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
  row,
} from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import {
  CLIENTS,
  chooseClient,
  clientBox,
  openAddDialog,
  openProjects,
  submit,
  withProjects,
} from '../../testing/project-scene.ts'

const found = () => page.getByRole('listbox', { name: 'Clients' }).getByRole('option')

it('works by the keyboard alone, from the list to the finished project', async () => {
  openProjects(withProjects([], [{ name: 'Zed Last', company_name: 'Alphabet' }]))
  // The code of the dialog loads after the rows.
  await expect.element(page.getByRole('button', { name: 'Add Project' })).toBeEnabled()
  page.getByRole('button', { name: 'Add Project' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const form = page.getByRole('dialog', { name: 'Add Project' })
  await expect.element(form).toBeVisible()
  form.getByLabelText('Project Name').element().focus()
  await userEvent.keyboard('By Keyboard{Tab}')
  await expect.element(clientBox()).toHaveFocus()
  await expect.element(clientBox()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('alphab')
  await expect.element(clientBox()).toHaveAttribute('aria-expanded', 'true')
  await expect.element(found()).toHaveAttribute('aria-selected', 'true')
  await expect.element(clientBox()).toHaveAttribute('aria-activedescendant', found().element().id)
  await expect.element(form.getByText('1 client found')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(clientBox()).toHaveValue('Zed Last')
  await expect.element(clientBox()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Tab}Cons{Enter}{Tab}')
  form.getByLabelText('Requirements').element().focus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(submit(form)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Project created')
  await expect.element(row('By Keyboard')).toMatchTextContent('Consultation')
})

it('closes by Escape first the list and then the dialog; leaving changes nothing; emptying clears it', async () => {
  openProjects(withProjects())
  const form = await openAddDialog()
  await chooseClient(form, 'Clara')
  await clientBox().fill('something else')
  await expect.element(form.getByText('No clients found.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).toBeVisible()
  await expect.element(clientBox()).toHaveValue('Clara Client')

  await clientBox().fill('clar')
  await expect.element(found()).toHaveLength(1)
  await form.getByLabelText('Project Name').click()
  await expect.element(found()).not.toBeInTheDocument()
  await expect.element(clientBox()).toHaveValue('Clara Client')

  await clientBox().fill('')
  await form.getByLabelText('Project Name').fill('Clientless')
  await expect.element(clientBox()).toHaveValue('')
  await form.getByLabelText('Project Type').selectOptions('Maintenance')
  await submit(form).click()
  await expectDestructiveToast('Error', 'Please fill in all required fields.')
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
})

it('never takes what was found for something else', async () => {
  const backend = withProjects()
  const slow = backend.hold('GET', CLIENTS, ({ query }) => query.search_text === 'like.%nobody%')
  openProjects(backend)
  const form = await openAddDialog()
  await clientBox().click()
  await expect.element(found()).toHaveTextContent('Clara Client')
  await clientBox().fill('nobody')
  await userEvent.keyboard('{Enter}')
  await expect.poll(slow.held).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(clientBox()).toHaveValue('nobody')
  slow.open()
  await expect.element(form.getByText('No clients found.')).toBeVisible()
})

it('says when clients cannot be loaded', async () => {
  const backend = withProjects()
  backend.answer('GET', CLIENTS, () => refusal('out of order'))
  openProjects(backend)
  const form = await openAddDialog()
  await clientBox().click()
  await expect.element(form.getByText('The clients could not be loaded.')).toBeVisible()
})

it('fits a phone, and is accessible with the list open', async () => {
  await page.viewport(...phone)
  const name = `Zed ${'Long '.repeat(30)}Name`
  openProjects(withProjects([], [{ name }]))
  await openAddDialog()
  await clientBox().fill('zed')
  await expect.element(found()).toBeVisible()
  const box = found().element().getBoundingClientRect()
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(window.innerWidth)
  await expectAccessible()
  await found().click()
  await expect.element(clientBox()).toHaveValue(name)
  expect(horizontalOverflow()).toBe(0)
})
