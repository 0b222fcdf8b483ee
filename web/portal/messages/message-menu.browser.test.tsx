import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/expect.ts'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import { ana, ben } from '../../testing/people.ts'
import { bubbles, enter, field, filledIn, openMessages, status } from '../../testing/scripted-chat.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const mine = { id: 'mine', sender_id: ana.id, content: 'At nien', created_at: ago(1) }
const rows = [
  { id: 'old', sender_id: ana.id, content: 'Long ago', created_at: ago(11) },
  { id: 'his', sender_id: ben.id, content: 'When?', created_at: ago(2) },
  mine,
]
const menuOf = (index: number) =>
  bubbles()
    .nth(index)
    .getByRole('button', { name: /^More about/ })
const item = (name: string) => page.getByRole('menuitem', { name })
const changed = (changes: object) => ({ type: 'message_changed', message: filledIn({ ...mine, ...changes }) })

it('[messages.md#editing-and-deleting] one’s own are edited by keyboard, and are shown as edited', async () => {
  const { chat } = await enter(rows)
  await expect.element(bubbles()).toHaveLength(3)
  menuOf(2).element().focus()
  // The arrow keys move from message to message.
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(menuOf(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(item('Edit')).toBeVisible()
  await expectAccessible()
  // The menu item is chosen by its letter: the pointer of another test may lie over the menu and decide where the arrow
  // keys start.
  await userEvent.keyboard('e')
  await expect.element(item('Edit')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const words = page.getByRole('textbox', { name: 'Edit message' })
  await expect.element(words).toHaveFocus()
  await words.fill('At nine')
  await userEvent.keyboard('{Enter}')
  expect(await chat.waitFor('edit', 1)).toEqual([{ type: 'edit', messageId: 'mine', content: 'At nine' }])
  chat.deliver(changed({ content: 'At nine', edited_at: ago(0) }))
  await expect.element(bubbles().last()).toMatchTextContent(/At nine.*edited/)
  await expect.element(words).not.toBeInTheDocument()
  await expect.element(field()).toBeEnabled()
})

it('[messages.md#editing-and-deleting] words are added to files, and taken away again', async () => {
  const files = ['offer.pdf', 'plan.pdf'].map((name) => ({
    path: `a/b/1_${name}`,
    name,
    type: 'application/pdf',
    size: 3,
  }))
  const sent = { ...mine, content: 'offer.pdf, plan.pdf', metadata: { files } }
  const { chat } = await enter([sent])
  const words = page.getByRole('textbox', { name: 'Edit message' })
  await menuOf(0).click()
  await item('Edit').click()
  await expect.element(words).toHaveValue('')
  await words.fill('As promised')
  await userEvent.keyboard('{Enter}')
  expect((await chat.waitFor('edit', 1)).at(-1)).toMatchObject({ content: 'As promised' })
  chat.deliver(changed({ ...sent, content: 'As promised', edited_at: ago(0) }))
  await expect.element(words).not.toBeInTheDocument()
  await menuOf(0).click()
  await item('Edit').click()
  await expect.element(words).toHaveValue('As promised')
  await words.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await chat.waitFor('edit', 2)).at(-1)).toMatchObject({ content: 'offer.pdf, plan.pdf' })
})

it('[messages.md#editing-and-deleting] what is deleted stays in its place as deleted, without a menu', async () => {
  const { chat } = await enter(rows)
  await menuOf(2).click()
  await item('Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  expect(await chat.waitFor('delete', 1)).toEqual([{ type: 'delete', messageId: 'mine' }])
  chat.deliver(changed({ content: 'Message deleted', deleted_at: ago(0) }))
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(bubbles().last()).toMatchTextContent('Message deleted')
  await expect.element(menuOf(2)).not.toBeInTheDocument()
  await expectAccessible()
})

it('[messages.md#editing-and-deleting] a colleague’s, and one’s own after ten minutes, can only be linked to', async () => {
  await enter(rows)
  for (const index of [0, 1]) {
    await menuOf(index).click()
    await expect.element(item('Copy Link')).toBeVisible()
    await expect.element(page.getByRole('menuitem')).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(menuOf(index)).toHaveFocus()
  }
})

it.each([
  ['fast', 11, ['Copy Link', 'Edit', 'Delete']],
  ['slow', -11, ['Copy Link']],
])(
  '[messages.md#editing-and-deleting] the ten minutes are the server’s, on a computer whose clock is %s',
  async (_, ahead, items) => {
    const { chat } = openMessages([{ ...mine, created_at: ago(Math.max(ahead, 0)) }])
    chat.clockAheadMs = ahead * 60_000
    await expect.element(status()).toHaveTextContent('Connected')
    await menuOf(0).click()
    await expect.element(item('Copy Link')).toBeVisible()
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(items)
  },
)

it('[messages.md#finding-a-message] Copy Link copies the address that leads to the message', async () => {
  const clipboard = fakeClipboard()
  await enter(rows)
  await menuOf(1).click()
  await item('Copy Link').click()
  await expect.poll(() => clipboard.text).toBe(`${location.origin}/dashboard/messages?message=his`)
  await expect.element(menuOf(1)).toHaveFocus()
})

it('[messages.md#editing-and-deleting] a refusal is told with its reason, and nothing typed is lost', async () => {
  const { chat } = await enter(rows)
  await menuOf(2).click()
  await item('Edit').click()
  const words = page.getByRole('textbox', { name: 'Edit message' })
  await words.fill('At ten')
  await userEvent.keyboard('{Enter}')
  await chat.waitFor('edit', 1)
  chat.deliver({
    type: 'change_refused',
    messageId: 'mine',
    message: 'Your own messages can be changed for ten minutes.',
  })
  await expect.element(page.getByText('Your own messages can be changed for ten minutes.')).toBeVisible()
  await expect.element(words).toHaveValue('At ten')
  await userEvent.keyboard('{Escape}')
  await expect.element(bubbles().last()).toMatchTextContent('At nien')
})
