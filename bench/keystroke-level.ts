import type { BrowserPage, Key } from './browser-page.ts'

/**
 * Seconds of what a practised person does: Card, Moran and Newell, "The keystroke-level model for user performance time with
 * interactive systems", Communications of the ACM 23 (1980). A key is that of an average skilled typist.
 */
const KEY = 0.2
const POINT = 1.1
const BUTTON = 0.1
const HOME = 0.4
const THINK = 1.35

/** What is pointed at: by a selector, its beginning name, and what else stands in its row. */
export type Target = { css: string; name?: string; row?: string }

/**
 * Does something in a page as a person would, and counts: each click and each key that is no text is a step, one with Ctrl too. There is
 * a moment of thought before each step, wherever the paper would leave one out as well, in one way as in the other.
 */
export class Person {
  readonly #page: BrowserPage
  #hand: 'pointer' | 'keyboard' = 'pointer'
  steps = 0
  /** Letters typed to get there. */
  letters = 0
  /** Letters that are what it is about, the words of a note: they are written in any way, and no seconds are counted for them. */
  written = 0
  /** Without waiting. */
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

  /** Two clicks: the list of a select, and the choice. */
  async choose(target: Target, label: string): Promise<void> {
    this.waited += Number(await this.#ask('choose', target, label)) / 1000
    this.#point()
    this.#point()
  }

  /** A click where files are chosen, and a double click on the file in the window of the system. */
  async giveFile(target: Target, name: string, type: string, text: string): Promise<void> {
    await this.click(target)
    this.#point()
    this.seconds += 2 * BUTTON
    await this.#ask('give', name, type, text)
  }

  async press(key: Key, { ctrl = false } = {}): Promise<void> {
    this.#move('keyboard')
    this.steps += 1
    this.seconds += THINK + (ctrl ? 2 : 1) * KEY
    await this.#page.press(key, { ctrl })
  }

  /** Types to get there, into a field that has the focus. */
  async type(text: string, css = 'input'): Promise<void> {
    await this.#insert(text, css)
    this.letters += text.length
    this.seconds += text.length * KEY
  }

  /** Writes what it is about. */
  async write(text: string, css = 'input, textarea'): Promise<void> {
    await this.#insert(text, css)
    this.written += text.length
  }

  async waitFor(target: Target): Promise<void> {
    this.waited += Number(await this.#ask('seen', target)) / 1000
  }

  /** What is said when all is done comes by itself, wherever one is: nobody waits for it. */
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
