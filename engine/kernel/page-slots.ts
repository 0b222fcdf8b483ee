import type { TemplateValues } from 'engine-go-template'

/**
 * Another server may have changed the values, so each server reads them regularly and shows a change within a minute.
 */
const READ_INTERVAL_MS = 20_000

/**
 * The values that the installation fills into its pages and mails. Until they have been read, pages stay as they were
 * built.
 */
export class Slots {
  readonly #listeners: ((values: TemplateValues) => void)[] = []
  readonly #everyMs: number
  #timer: NodeJS.Timeout | undefined
  #values: TemplateValues | undefined
  #isTroubled = false

  constructor({ everyMs = READ_INTERVAL_MS } = {}) {
    this.#everyMs = everyMs
  }

  get values(): TemplateValues | undefined {
    return this.#values
  }

  /** Calls the listener with the values each time they have been read. */
  onRead(listener: (values: TemplateValues) => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Resolves once the values were read or reading failed; from then on they are read regularly. After a failure the
   * last values stay.
   */
  async keepReading(read: () => Promise<TemplateValues>): Promise<void> {
    try {
      this.#values = await read()
      for (const tell of this.#listeners) tell(this.#values)
      this.#isTroubled = false
    } catch (error) {
      if (!this.#isTroubled) console.warn('The values for the pages could not be read, so the last ones stay:', error)
      this.#isTroubled = true
    }
    this.#timer = setTimeout(() => void this.keepReading(read), this.#everyMs).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
