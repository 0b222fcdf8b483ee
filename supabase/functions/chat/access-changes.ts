import { type Channel, openDatabaseChannel } from '../_shared/channels.ts'

/** Where the database tells whose right to be in the chat may have changed: see the migration. */
const CHANNEL = 'chat-access'

/** Hears of the database when somebody's right to be in the chat may have changed. */
export class AccessChanges {
  readonly #onChange: (person?: string) => void
  #opened: Promise<Channel> | undefined
  #isHearing = false

  /** Without a person where it is not known whose right that is, since something may have been missed. */
  constructor(onChange: (person?: string) => void) {
    this.#onChange = onChange
  }

  get isHearing(): boolean {
    return this.#isHearing
  }

  /** What does not open is tried again when this is called again. */
  listen(): void {
    if (this.#opened) return
    this.#opened = openDatabaseChannel(CHANNEL, {
      onMessage: (change) => this.#onChange(isOfPerson(change) ? change.person : undefined),
      onGap: () => this.#onChange(),
    })
    this.#opened.then(
      () => {
        this.#isHearing = true
        this.#onChange()
      },
      (error) => {
        this.#opened = undefined
        console.warn('The chat does not hear of rights that change:', error)
      },
    )
  }

  stop(): void {
    void this.#opened?.then(
      (channel) => channel.close(),
      () => undefined,
    )
    this.#opened = undefined
    this.#isHearing = false
  }
}

const isOfPerson = (value: unknown): value is { person: string } =>
  typeof value === 'object' && value !== null && 'person' in value && typeof value.person === 'string'
