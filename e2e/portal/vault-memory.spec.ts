import type { Page } from '@playwright/test'
import { unique } from '../people.ts'
import { expect, test } from '../test.ts'
import { action, createAgencyWithVault, openVault, passphraseField, signInAlone, unlock } from './vault-scene.ts'

/** All strings that the page's scripts still hold after garbage collection. */
async function heap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

test('[vault.md#passphrase] the scripts of the page hold neither passphrase nor password once the vault is locked', async ({
  anotherWindow,
  testData,
}) => {
  const passphrase = unique('Passphrase').replaceAll(' ', '_')
  const password = unique('Password').replaceAll(' ', '_')
  const { admin } = await createAgencyWithVault(testData, [{ title: 'Router', password, passphrase }])
  const page = await anotherWindow()
  await signInAlone(page, testData, admin)
  await openVault(page)
  await unlock(page, passphrase)
  await action(page, 'Router', /^Show the password/).click()
  await expect(action(page, 'Router', /^Hide the password/)).toBeVisible()
  const open = await heap(page)
  expect([open.includes(passphrase), open.includes(password)], 'an open vault is seen to hold them').toEqual([
    true,
    true,
  ])

  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(passphraseField(page)).toBeVisible()
  const locked = await heap(page)
  expect({ passphrase: locked.includes(passphrase), password: locked.includes(password) }).toEqual({
    passphrase: false,
    password: false,
  })
})
