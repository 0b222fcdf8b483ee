import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openVault } from '../../testing/vault-scene.ts'
import { fingerprintOf, SERVED_SCRIPTS } from './fingerprint.ts'

/** The list is no import map here: the page has loaded its modules already, and the browser would warn. */
function servedList(text: string) {
  const list = document.createElement('script')
  list.id = SERVED_SCRIPTS
  list.type = 'application/json'
  list.textContent = text
  document.head.append(list)
  return list
}

it('[vault.md#what-was-served] shows the fingerprint of what was served', async () => {
  const list = servedList('{"integrity":{"/assets/a.js":"sha256-a"}}')
  try {
    await openVault()
    const fingerprint = await fingerprintOf(list.textContent)
    await expect.element(page.getByText(/^Code fingerprint/)).toMatchTextContent(`Code fingerprint ${fingerprint}.`)
  } finally {
    list.remove()
  }
})

it('shows none where it was not built for serving', async () => {
  await openVault()
  await expect.element(page.getByText(/^Code fingerprint/)).not.toBeInTheDocument()
})
