import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enter, field, say } from '../../testing/scripted-chat.ts'

const send = () => page.getByRole('button', { name: 'Send' })

it('[what-people-type.md#too-long] keeps the whole of what was pasted, says how much does not fit, and sends once it does', async () => {
  const { chat } = await enter()
  const words = `${'words '.repeat(700)}THE END`
  await field().fill(words)
  await expect.element(field()).toHaveValue(words)
  await expect.element(page.getByText('207 characters too many (the limit is 4,000).')).toBeVisible()
  await expect.element(field()).toHaveAccessibleDescription(/207 characters too many/)
  await expect.element(send()).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveValue(words)

  await field().fill(words.slice(207))
  await expect.element(page.getByText(/too many/)).not.toBeInTheDocument()
  await send().click()
  expect(await chat.waitFor('message', 1)).toMatchObject([{ content: words.slice(207).trim() }])
})

/** Browsers differ in the Enter that ends a composition: most report it during the composition, Safari right after. */
it.each([
  ['most browsers', { isComposing: true }],
  ['Safari', { isComposing: false, keyCode: 229 }],
])('[messages.md#writing] an Enter that ends a composition sends nothing, as %s tell of it', async (_browser, told) => {
  const { chat } = await enter()
  await field().fill('にほん')
  const pressed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...told })
  field().element().dispatchEvent(pressed)
  expect(pressed.defaultPrevented).toBe(false)
  await expect.element(field()).toHaveValue('にほん')

  await say('next')
  expect(await chat.waitFor('message', 1)).toMatchObject([{ content: 'next' }])
})
