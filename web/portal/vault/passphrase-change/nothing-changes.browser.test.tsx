import { expect, it, vi } from 'vitest'
import { enter, press, start } from '../../../testing/passphrase-change-scene.ts'
import {
  answerVaultChange,
  CHANGE_PASSPHRASE,
  dialog,
  openVault,
  PASSPHRASE,
  sealed,
  stored,
  VAULT,
} from '../../../testing/vault-scene.ts'
import { decrypt } from '../encryption.ts'

/** After its first encryption this browser decrypts everything to another text. */
const FORGETS_HOW_TO_OPEN = `
  const { encrypt } = SubtleCrypto.prototype
  SubtleCrypto.prototype.encrypt = function (...given) {
    SubtleCrypto.prototype.decrypt = async () => new TextEncoder().encode('another').buffer
    return encrypt.apply(this, given)
  }`

/** The browser encrypts once, and its second encryption never ends. */
const ENCRYPTS_ONCE = `
  const { encrypt } = SubtleCrypto.prototype
  let isFirst = true
  SubtleCrypto.prototype.encrypt = function (...given) {
    if (!isFirst) return new Promise(() => {})
    isFirst = false
    return encrypt.apply(this, given)
  }`

const scriptOf = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))

/** Starts workers that run this script before their own. */
function workersAfter(script: string) {
  const first = scriptOf(script)
  class Prepared extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(scriptOf(`import '${first}'\nimport '${new URL(address, location.href)}'`), options)
    }
  }
  vi.stubGlobal('Worker', Prepared)
}

it('[vault.md#changing-the-passphrase] stores nothing if a new payload does not open again, and says so', async () => {
  const backend = await openVault({ title: 'Router', encrypted_notes: await sealed('the notes') }, { title: 'Bank' })
  answerVaultChange(backend)
  workersAfter(FORGETS_HOW_TO_OPEN)
  await start()
  await enter()
  await press('Change passphrase')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('What was encrypted did not open again.')
  expect(backend.sent('POST', CHANGE_PASSPHRASE)).toEqual([])
  expect(await decrypt(String(stored(backend, 'Router')?.encrypted_password), PASSPHRASE)).toBe('secret')
})

it('[vault.md#changing-the-passphrase] says how far it has come, and stores nothing if it is given up', async () => {
  const backend = await openVault(...['Router', 'Bank', 'Mail', 'Desk'].map((title) => ({ title })))
  answerVaultChange(backend)
  workersAfter(ENCRYPTS_ONCE)
  await start()
  await enter()
  await press('Change passphrase')
  // Each of the two workers has encrypted one entry.
  await expect.element(dialog().getByText('2 of 4', { exact: true })).toBeVisible()
  const progress = dialog().getByRole('progressbar', { name: 'Encrypting and checking' })
  await expect.element(progress).toHaveAttribute('value', '2')
  await expect.element(dialog().getByText('Nothing is stored yet.')).toBeVisible()
  await press('Cancel')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(backend.sent('POST', CHANGE_PASSPHRASE)).toEqual([])
})

it.each([
  ['more', 2],
  ['fewer', 0],
])(
  '[vault.md#changing-the-passphrase] stores nothing where the server counts %s than it gave, and says so',
  async (_than, count) => {
    const backend = await openVault({ title: 'Router' })
    answerVaultChange(backend)
    backend.answer('GET', VAULT, () =>
      Response.json(backend.table('password_vault').rows, { headers: { 'content-range': `0-0/${count}` } }),
    )
    await start()
    await enter()
    await expect
      .element(dialog().getByRole('alert'))
      .toMatchTextContent('The entries changed while they were being read. Please try again.')
    await expect.element(dialog().getByRole('button', { name: 'Continue' })).toBeEnabled()
    expect(backend.sent('POST', CHANGE_PASSPHRASE)).toEqual([])
  },
)
