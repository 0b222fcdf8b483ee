import type { BrowserPage, Key } from './browser-page.ts'

/**
 * Seconds of a practiced person's actions: Card, Moran and Newell, "The keystroke-level model for user performance time
 * with interactive systems", Communications of the ACM 23 (1980). The time of a key is that of an average skilled
 * typist.
 */
const KEY = 0.2
const POINT = 1.1
const BUTTON = 0.1
const HOME = 0.4
const THINK = 1.35

/** An element to point at: a selector, and the beginning of its name. */
export type Target = { css: string; name?: string }

/**
 * Acts in a page like a person, and counts steps and time. Each click and each key that types no text is a step, also
 * with Ctrl, and before each step comes a moment of thought, even where the paper leaves it out.
 */
export class PractisedUser {
  readonly #page: BrowserPage
  #hand: 'pointer' | 'keyboard' = 'pointer'
  steps = 0
  /** The number of letters typed to navigate. */
  letters = 0
  /** The time of acting in seconds, without waiting. */
  seconds = 0
  waited = 0

  constructor(page: BrowserPage) {
    this.#page = page
  }

  async click(target: Target): Promise<void> {
    const { x, y, waited } = JSON.parse(String(await this.#ask('place', target)))
    this.waited += waited / 1000
    this.#point()
    await this.#page.click(x, y)
  }

  /** Chooses a file: a click on the file input, and a double click on the file in the system's dialog. */
  async giveFile(target: Target, name: string, type: string, text: string): Promise<void> {
    await this.click(target)
    this.#point()
    this.seconds += 2 * BUTTON
    await this.#ask('give', name, type, text)
  }

  /** A click on a select, and one on an option that it shows. */
  async choose(target: Target, option: string): Promise<void> {
    this.waited += Number(await this.#ask('choose', target, option)) / 1000
    this.#point()
    this.#point()
  }

  async press(key: Key, { ctrl = false } = {}): Promise<void> {
    this.#move('keyboard')
    this.steps += 1
    this.seconds += THINK + (ctrl ? 2 : 1) * KEY
    await this.#page.press(key, { ctrl })
  }

  /** Types into the focused field in order to navigate. */
  async type(text: string, css = 'input'): Promise<void> {
    await this.#insert(text, css)
    this.letters += text.length
    this.seconds += text.length * KEY
  }

  /** Writes content, such as the text of a note. It is the same on every way, so neither letters nor seconds count. */
  async write(text: string, css = 'input, textarea'): Promise<void> {
    await this.#insert(text, css)
  }

  async waitFor(target: Target): Promise<void> {
    this.waited += Number(await this.#ask('seen', target)) / 1000
  }

  /** Waits for a message such as a toast without counting the time, since no person waits for it. */
  async isTold(target: Target): Promise<void> {
    await this.#ask('seen', target)
  }

  async #insert(text: string, css: string) {
    this.waited += Number(await this.#ask('focused', css)) / 1000
    this.#move('keyboard')
    await this.#page.insert(text)
  }

  #point() {
    this.#move('pointer')
    this.steps += 1
    this.seconds += THINK + POINT + 2 * BUTTON
  }

  #move(hand: 'pointer' | 'keyboard') {
    if (this.#hand !== hand) this.seconds += HOME
    this.#hand = hand
  }

  #ask(name: string, ...given: readonly unknown[]): Promise<unknown> {
    return this.#page.evaluate(`${name}(${given.map((one) => JSON.stringify(one)).join(', ')})`)
  }
}
