import { readExport } from '../export/export-file.ts'
import { part } from './elements.ts'
import { EntriesView } from './entries-view.ts'

/** The period without use after which the reader locks, the same as in the portal. */
const LOCK_AFTER_MS = 10 * 60 * 1000

const door = part('door', HTMLFormElement)
const file = part('file', HTMLInputElement)
const passphrase = part('passphrase', HTMLInputElement)
const reveal = part('reveal', HTMLButtonElement)
const problem = part('problem', HTMLElement)
const vault = part('vault', HTMLElement)
const search = part('search', HTMLInputElement)

let shelf: EntriesView | undefined
let lastUse = Date.now()

door.addEventListener('submit', (event) => {
  event.preventDefault()
  void open()
})
reveal.addEventListener('click', () => show(passphrase.type === 'password'))
search.addEventListener('input', () => shelf?.find(search.value))
part('lock', HTMLButtonElement).addEventListener('click', lock)
for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
  addEventListener(sign, () => {
    lastUse = Date.now()
  })
}
setInterval(() => Date.now() - lastUse >= LOCK_AFTER_MS && shelf && lock(), 1000)
addEventListener('pagehide', lock)

async function open() {
  problem.textContent = ''
  try {
    const chosen = file.files?.[0]
    if (!chosen) throw new Error('Choose the export file first.')
    if (passphrase.value.trim() === '') throw new Error('Enter the passphrase.')
    const read = readExport(await chosen.text())
    shelf = new EntriesView(read, passphrase.value)
    passphrase.value = ''
    show(false)
    door.hidden = true
    vault.hidden = false
    search.focus()
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error)
  }
}

function lock() {
  shelf?.clear()
  shelf = undefined
  search.value = ''
  passphrase.value = ''
  vault.hidden = true
  door.hidden = false
  passphrase.focus()
}

function show(isShown: boolean) {
  passphrase.type = isShown ? 'text' : 'password'
  reveal.textContent = isShown ? 'Hide passphrase' : 'Show passphrase'
  reveal.setAttribute('aria-pressed', String(isShown))
}
