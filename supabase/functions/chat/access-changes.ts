import { type Channel, openDatabaseChannel } from '../_shared/channels.ts'

/** The channel on which a trigger reports that a person's access to the chat may have changed. */
const CHANNEL = 'chat-access'

/** Listens for changes of people's access to the chat. */
export class AccessChanges {
  readonly #onChange: (person?: string) => void
  #opened: Promise<Channel> | undefined
  #isHearing = false

  /** @param onChange called with the person, or without one if messages may have been lost */
  constructor(onChange: (person?: string) => void) {
    this.#onChange = onChange
  }

  get isListening(): boolean {
    return this.#isHearing
  }

  /** Opens the channel; if that fails, the next call tries again. */
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
