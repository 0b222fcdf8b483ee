import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { unique } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { unsealed } from '../vault-payload.ts'
import {
  accessLog,
  action,
  chooseFromMoreMenu,
  createAgencyWithVault,
  dialog,
  field,
  openVault,
  signInAlone,
  storedEntry,
  unlock,
} from './vault-scene.ts'

/**
 * Records everything that a page sends: each request with address, headers and body, each WebSocket frame, each console
 * message.
 */
function overhear(page: Page) {
  const heard: string[] = []
  page.on('request', (request) => {
    // The body is read as raw bytes, whatever its type.
    const body = request.postDataBuffer()?.toString('latin1') ?? ''
    heard.push([request.method(), request.url(), JSON.stringify(request.headers()), body].join('\n'))
  })
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => heard.push(payload.toString('latin1'))))
  page.on('console', (message) => heard.push(message.text()))
  return heard
}

/** All that the browser stores: localStorage and sessionStorage, cookies, databases, caches. */
async function remembered(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await window.caches.keys()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches, history.state, location.href])
  })
  return inPage + JSON.stringify(await page.context().cookies())
}

/** Finds the files below a folder that contain one of these words. */
async function filesWith(folder: string, words: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map(words.map((word): [string, string[]] => [word, []]))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // The running database may delete a file while it is searched.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    for (const [word, files] of found) if (bytes.includes(word)) files.push(path)
  }
  return found
}

/** Encodings of the word: percent-encoded, base64 at each of its three offsets, hexadecimal. */
function disguises(word: string): string[] {
  const inBase64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + word).toString('base64')
    // The first and last characters depend on the neighboring bytes.
    return encoded.slice(shift === 0 ? 0 : 4, encoded.length - 4)
  })
  return [word, encodeURIComponent(word), Buffer.from(word).toString('hex'), ...inBase64, [...word].reverse().join('')]
}

/** Shows an entry, imports another one from a file, and exports both. */
async function showImportAndExport(
  page: Page,
  title: string,
  { imported, noted }: { imported: string; noted: string },
) {
  await action(page, title, /^Show the password/).click()
  await expect(action(page, title, /^Hide the password/)).toBeVisible()
  await action(page, title, /^Hide the password/).click()

  await chooseFromMoreMenu(page, 'Import')
  const csv = `name,url,username,password,note\nImported,,ana,${imported},${noted}`
  const file = { name: 'passwords.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await dialog(page).getByLabel('CSV file').setInputFiles(file)
  await dialog(page).getByRole('button', { name: 'Import 1 entry' }).click()
  await expectToast(page, '1 entry imported')
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  await chooseFromMoreMenu(page, 'Export')
  const saving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Save export' }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  expect(saved).toContain(title)
  for (const secret of [imported, noted]) expect(saved).not.toContain(secret)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
}

async function changePassphrase(page: Page, before: string, after: string) {
  await chooseFromMoreMenu(page, 'Change passphrase')
  await field(page, 'Current passphrase').fill(before)
  await field(page, 'New passphrase').fill(after)
  await field(page, 'New passphrase again').fill(after)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('button', { name: 'Change passphrase' }).click()
  await expectToast(page, 'Passphrase changed')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
}

test('[vault.md#encryption] no password, no note and no passphrase ever leaves the memory of the page', async ({
  anotherWindow,
  testData,
}) => {
  const { admin } = await createAgencyWithVault(testData)
  const title = unique('Overheard')
  const secrets = {
    passphrase: unique('Passphrase-&').replace(' ', '_'),
    wrong: unique('Wrongphrase-&').replace(' ', '_'),
    password: unique('Password-&').replace(' ', '_'),
    changed: unique('Changed-&').replace(' ', '_'),
    notes: unique('Notes-&').replace(' ', '_'),
    replaced: unique('Replaced-&').replace(' ', '_'),
    abandoned: unique('Abandoned-&').replace(' ', '_'),
    imported: unique('Imported-&').replace(' ', '_'),
    noted: unique('Noted-&').replace(' ', '_'),
    successor: unique('Successor-&').replace(' ', '_'),
    generated: '',
  }
  const page = await anotherWindow({ permissions: ['clipboard-read', 'clipboard-write'] })
  const heard = overhear(page)
  const memories: string[] = []
  const remember = async () => void memories.push(await remembered(page))

  await signInAlone(page, testData, admin)
  await openVault(page)
  await unlock(page, secrets.passphrase)
  await remember()

  // An entry is canceled; another is added, edited, copied and deleted: every action of the vault's screen.
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await field(page, 'Password').fill(secrets.abandoned)
  await remember()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await field(page, 'Title').fill(title)
  await field(page, 'Password').fill(secrets.password)
  await field(page, 'Notes').fill(secrets.notes)
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Saved')
  await action(page, title, /^Copy Password/).click()
  await expectToast(page, 'Copied')
  await remember()

  const owner = await testData.as(admin)
  const first = await storedEntry(owner, title)
  expect(unsealed(first.encrypted_password, secrets.passphrase)).toBe(secrets.password)
  expect(unsealed(first.encrypted_notes, secrets.passphrase)).toBe(secrets.notes)

  await action(page, title, /^Edit/).click()
  await field(page, 'Password').fill(secrets.changed)
  await field(page, 'Notes').fill(secrets.replaced)
  await dialog(page).getByRole('button', { name: 'Show password' }).click()
  await dialog(page).getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Updated')
  await action(page, title, /^Edit/).click()
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  secrets.generated = await field(page, 'Password').inputValue()
  await remember()
  await dialog(page).getByRole('button', { name: 'Update' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const second = await storedEntry(owner, title)
  expect(unsealed(second.encrypted_password, secrets.passphrase)).toBe(secrets.generated)
  expect(unsealed(second.encrypted_notes, secrets.passphrase)).toBe(secrets.replaced)

  await showImportAndExport(page, title, secrets)
  await remember()
  await changePassphrase(page, secrets.passphrase, secrets.successor)
  await remember()
  const third = await storedEntry(owner, title)
  expect(unsealed(third.encrypted_password, secrets.successor)).toBe(secrets.generated)

  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await unlock(page, secrets.wrong)
  await action(page, title, /^Copy Password/).click()
  await expectDestructiveToast(page, 'Error', 'This entry does not open with this passphrase.')
  await page.getByPlaceholder('Search entries...').fill(title)
  await page.reload()
  await openVault(page)
  await remember()
  // The access log has an access for copying, for showing in the row and in the form, for two changes, and for the new
  // passphrase.
  await expect.poll(async () => (await accessLog(owner, first.id)).length).toBeGreaterThanOrEqual(5)

  const said = heard.join('\n')
  const kept = memories.join('\n')
  // The recording itself works: words that are no secrets were sent and stored.
  expect(said).toContain(title)
  expect(said).toContain(JSON.parse(first.encrypted_password).ciphertext)
  expect(kept).toContain('access_token')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThanOrEqual(16)
    for (const disguise of disguises(secret)) {
      expect(said.includes(disguise), `${name} was said`).toBe(false)
      expect(kept.includes(disguise), `${name} was kept by the browser`).toBe(false)
    }
  }

  const dataDir = process.env.E2E_DATA_DIR ?? ''
  // Halves of a word are searched for too, since one that crosses a page of the write-ahead log is stored in two
  // pieces.
  const half = Math.ceil(title.length / 2)
  const halves = [title.slice(0, half), title.slice(half)]
  const inDatabase = await filesWith(dataDir, [...halves, ...Object.values(secrets)])
  const whereTitleLies = halves.flatMap((piece) => inDatabase.get(piece) ?? [])
  expect(whereTitleLies, 'the title lies in the database').not.toEqual([])
  const logs = await filesWith(fileURLToPath(new URL('../../test-results', import.meta.url)), Object.values(secrets))
  for (const secret of Object.values(secrets)) {
    expect(inDatabase.get(secret), 'on the disk of the server').toEqual([])
    expect(logs.get(secret), 'in its log').toEqual([])
  }
})
