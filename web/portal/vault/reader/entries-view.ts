import { hasEveryWord } from '../../../lib/search-text.ts'
import type { Export, ExportedEntry } from '../export/export-file.ts'
import { Keyring } from '../keyring.ts'
import { twoStepCode } from '../two-step-key/two-step-code.ts'
import { codeElement, keyIn } from './code-view.ts'
import { button, element, part } from './elements.ts'

type Card = { entry: ExportedEntry; item: HTMLLIElement; verdict: HTMLElement }

/** The entries of one file on the page, and the passphrase that they are tried with. */
export class EntriesView {
  readonly #keys: Keyring
  readonly #list = part('entries', HTMLUListElement)
  readonly #found = part('found', HTMLElement)
  readonly #cards: readonly Card[]
  #isOver = false

  constructor({ entries, exportedAt, exportedFrom }: Export, passphrase: string) {
    this.#keys = new Keyring(passphrase)
    this.#cards = entries.map((entry) => this.#cardOf(entry))
    this.#list.replaceChildren(...this.#cards.map(({ item }) => item))
    part('about', HTMLElement).textContent =
      `${inWords(entries.length)}, exported ${dayOf(exportedAt)} from ${exportedFrom}`
    void this.#tryAll()
  }

  /** Shows the entries in which every typed word occurs. */
  find(typed: string) {
    for (const { entry, item } of this.#cards) {
      const shown = [entry.title, entry.username, entry.website_url, ...entry.tags].join('\n')
      item.hidden = !hasEveryWord(shown, typed)
    }
  }

  clear() {
    this.#isOver = true
    this.#list.replaceChildren()
    this.#found.textContent = ''
  }

  #cardOf(entry: ExportedEntry): Card {
    const item = element('li')
    const verdict = element('p')
    verdict.className = 'note'
    const shown = element('div')
    const row = element('div')
    row.className = 'row'
    const facts = element('dl')
    const fields = [
      ['Website', entry.website_url],
      ['Username', entry.username],
      ['Tags', entry.tags.join(', ')],
    ] as const
    for (const [name, text] of fields) if (text) facts.append(element('dt', name), element('dd', text))
    const toggle = button('Show', () => {
      if (shown.firstChild) return hide()
      void this.#reveal(entry, shown, verdict).then(() => {
        if (shown.firstChild) toggle.textContent = 'Hide'
      })
    })
    const hide = () => {
      shown.replaceChildren()
      toggle.textContent = 'Show'
    }
    row.append(
      element('span'),
      toggle,
      button('Copy password', () => void this.#copy(this.#keys.open(entry.encrypted_password), verdict)),
    )
    const key = entry.encrypted_two_step_key
    if (key !== null) row.append(button('Copy code', () => void this.#copy(this.#codeOf(key), verdict)))
    for (const one of row.querySelectorAll('button')) one.setAttribute('aria-description', entry.title)
    item.append(element('h2', entry.title), facts, verdict, shown, row)
    return { entry, item, verdict }
  }

  async #reveal(entry: ExportedEntry, shown: HTMLElement, verdict: HTMLElement) {
    const facts = element('dl')
    for (const [name, stored, shownOf] of [
      ['Password', entry.encrypted_password],
      ['Notes', entry.encrypted_notes],
      ['Two-step key', entry.encrypted_two_step_key],
      ['Code', entry.encrypted_two_step_key, (text: string) => codeElement(keyIn(text))],
    ] as const) {
      if (stored === null) continue
      const place = element('dd')
      place.append(await this.#shownOf(stored, shownOf))
      facts.append(element('dt', name), place)
    }
    if (!this.#isOver) shown.replaceChildren(facts)
    verdict.textContent = ''
  }

  /** The decrypted text, or what is made of it, or the reason why there is none. */
  async #shownOf(stored: string, shownOf = (text: string) => element('code', text)): Promise<HTMLElement> {
    try {
      return shownOf(await this.#keys.open(stored))
    } catch (error) {
      const refused = element('span', messageOf(error))
      refused.className = 'shut'
      return refused
    }
  }

  async #copy(opening: Promise<string>, verdict: HTMLElement) {
    try {
      await navigator.clipboard.writeText(await opening)
      verdict.textContent = 'Copied'
    } catch (error) {
      verdict.textContent = messageOf(error)
    }
  }

  #codeOf = async (stored: string) => (await twoStepCode(keyIn(await this.#keys.open(stored)))).digits

  /** Tries the entries one after the other, so that a requested one never waits long. */
  async #tryAll() {
    let opening = 0
    for (const [index, { entry, verdict }] of this.#cards.entries()) {
      this.#found.textContent = `Finding out which entries open: ${index} of ${this.#cards.length}.`
      try {
        await this.#keys.open(entry.encrypted_password)
        opening += 1
      } catch (error) {
        verdict.textContent = messageOf(error)
        verdict.className = 'shut'
      }
      if (this.#isOver) return
    }
    this.#found.textContent =
      opening === 0
        ? 'No entry opens with this passphrase. Lock, and try again.'
        : `Opens ${opening} of ${inWords(this.#cards.length)}.`
  }
}

const inWords = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

function dayOf(moment: string) {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? 'some day' : date.toLocaleDateString(undefined, { dateStyle: 'long' })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
