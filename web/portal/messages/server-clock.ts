/** The server's time, which the chat tells at each welcome: the clock of a computer may be wrong by any amount. */
export class ServerClock {
  #aheadMs = 0

  /** Compares this computer's clock with the server's, in ISO 8601; an earlier version of the chat does not tell it. */
  compare(serverTime: string | undefined): void {
    if (serverTime !== undefined) this.#aheadMs = Date.now() - Date.parse(serverTime)
  }

  now = (): number => Date.now() - this.#aheadMs
}
