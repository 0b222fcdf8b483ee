import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { chooseFromMoreMenu, createAgencyWithVault, openVault } from './vault-scene.ts'

/** The list of the portal's scripts with their hashes, as the server sends it. */
async function servedList(page: Page): Promise<string> {
  const shell = await (await page.request.get('/dashboard/vault')).text()
  return /<script type="importmap"[^>]*>(.*?)<\/script>/s.exec(shell)?.[1] ?? ''
}

test.describe('[vault.md#served-code] the code that is served', () => {
  test('is known by a fingerprint, which the screen shows', async ({ signedIn, testData }) => {
    const { admin } = await createAgencyWithVault(testData)
    const page = await signedIn(admin)
    await openVault(page)
    const hash = createHash('sha256')
      .update(await servedList(page))
      .digest('hex')
    await chooseFromMoreMenu(page, 'What was I served?')
    await expect(page.getByText(/^Code fingerprint/)).toContainText((hash.slice(0, 32).match(/.{4}/g) ?? []).join(' '))
  })

  test('is known by that of the service worker, too', async ({ page }) => {
    const { integrity }: { integrity: Record<string, string> } = JSON.parse(await servedList(page))
    const script = await (await page.request.get('/service-worker.js')).body()
    expect(integrity['/service-worker.js']).toBe(`sha256-${createHash('sha256').update(script).digest('base64')}`)
  })

  test('is not run where a script was changed on its way', async ({ signedIn, testData, pageErrors }) => {
    const { admin } = await createAgencyWithVault(testData)
    const page = await signedIn(admin)
    const { integrity }: { integrity: Record<string, string> } = JSON.parse(await servedList(page))
    const vault = Object.keys(integrity).find((address) => address.includes('vault-route'))
    if (vault === undefined) throw new Error('The list does not know the vault')
    const script = await (await page.request.get(vault)).text()
    await page.goto('/dashboard')
    await page.route(`**${vault}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `document.title = 'changed';${script}` }),
    )
    pageErrors.expectError(/integrity|dynamically imported module|vault-route/)
    const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'))
    await page.getByRole('link', { name: 'Password Vault', exact: true }).click()
    await refused
    await expect(page.getByLabel('Passphrase')).toHaveCount(0)
    expect(await page.title()).not.toBe('changed')
  })
})
