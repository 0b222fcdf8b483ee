import type { TemplateValues } from './template.ts'

/** Servers beside this one may have been told of a change; everybody shows it within a minute. */
const EVERY_MS = 20_000

/** What the installation fills into its pages and mails. Before it was read the first time they are as they were built. */
export class Slots {
  readonly #listeners: ((values: TemplateValues) => void)[] = []
  readonly #everyMs: number
  #timer: NodeJS.Timeout | undefined
  #values: TemplateValues | undefined
  #isTroubled = false

  constructor({ everyMs = EVERY_MS } = {}) {
    this.#everyMs = everyMs
  }

  get values(): TemplateValues | undefined {
    return this.#values
  }

  /** Told of the values each time they were read. */
  onRead(listener: (values: TemplateValues) => void): void {
    this.#listeners.push(listener)
  }

  /** Resolves once they were read, or could not be; from then on they are read again and again. What was read last stays. */
  async keepReading(read: () => Promise<TemplateValues>): Promise<void> {
    try {
      this.#values = await read()
      for (const tell of this.#listeners) tell(this.#values)
      this.#isTroubled = false
    } catch (error) {
      if (!this.#isTroubled)
        console.warn('What the pages say of this site could not be read, and stays as it was:', error)
      this.#isTroubled = true
    }
    this.#timer = setTimeout(() => void this.keepReading(read), this.#everyMs).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
