import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, phone } from '../../../testing/expect.ts'
import { dialog, more, openVault } from '../../../testing/vault-scene.ts'
import { fingerprintOf, SERVED_SCRIPTS } from '../fingerprint.ts'

/** The list is no import map here: the page has loaded its modules already, and the browser would warn. */
function servedList(text: string) {
  const list = document.createElement('script')
  list.id = SERVED_SCRIPTS
  list.type = 'application/json'
  list.textContent = text
  document.head.append(list)
  return list
}

it('[vault.md#served-code] shows the fingerprint of what was served', async () => {
  const list = servedList('{"integrity":{"/assets/a.js":"sha256-a"}}')
  try {
    await openVault()
    const fingerprint = await fingerprintOf(list.textContent)
    await expect.element(page.getByText(/^Code fingerprint/)).not.toBeInTheDocument()
    await more('What was I served?')
    await expect.element(page.getByText(/^Code fingerprint/)).toMatchTextContent(`Code fingerprint ${fingerprint}`)
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
  } finally {
    list.remove()
  }
})

it('shows none where it was not built for serving', async () => {
  await openVault()
  await more('What was I served?')
  await expect.element(dialog()).toMatchTextContent(/never stored or sent/)
  await expect.element(page.getByText(/^Code fingerprint/)).not.toBeInTheDocument()
})

it('[vault.md#more] is chosen with the keyboard alone, and from the bottom of a phone', async () => {
  await page.viewport(...phone)
  await openVault()
  page.getByRole('button', { name: 'More' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const menu = page.getByRole('menu')
  await expect.element(menu.getByRole('menuitem', { name: 'Import' })).toHaveFocus()
  const { bottom, left, right } = menu.element().getBoundingClientRect()
  expect([left, right, bottom]).toEqual([0, phone[0], phone[1]])
  await expectAccessible()
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'What was I served?' })).toBeVisible()
})

it('[vault.md#more] is not chosen by the release of the mouse that opened it', async () => {
  await page.viewport(...phone)
  await openVault()
  const mouse = { bubbles: true, cancelable: true, pointerType: 'mouse' }
  page.getByRole('button', { name: 'More' }).element().dispatchEvent(new PointerEvent('pointerdown', mouse))
  const item = page.getByRole('menuitem', { name: 'What was I served?' })
  await expect.element(item).toBeVisible()
  item.element().dispatchEvent(new PointerEvent('pointerup', mouse))
  await expect.element(item).toBeVisible()
  await item.click()
  await expect.element(page.getByRole('dialog', { name: 'What was I served?' })).toBeVisible()
})
