const WINDOW_MS = 10 * 60_000
/** Failed attempts that a badly copied link may make. */
const MAX_ATTEMPTS = 20
const MAX_NETWORKS = 10_000

type Visitor = { since: number; guesses: number }

/** Counts failed client links per network, and blocks further attempts for a while. */
export class LinkAttempts {
  readonly #guessers = new Map<string, Visitor>()

  isBlocked(network: string): boolean {
    const guesser = this.#guessers.get(network)
    return guesser !== undefined && guesser.guesses >= MAX_ATTEMPTS && guesser.since > Date.now() - WINDOW_MS
  }

  add(network: string): void {
    const known = this.#guessers.get(network)
    const isRecent = known !== undefined && known.since > Date.now() - WINDOW_MS
    // Re-inserting keeps the map in the order of the latest attempts, oldest first.
    this.#guessers.delete(network)
    this.#guessers.set(network, isRecent ? { ...known, guesses: known.guesses + 1 } : { since: Date.now(), guesses: 1 })
    const [oldest] = this.#guessers.keys()
    if (this.#guessers.size > MAX_NETWORKS && oldest !== undefined) this.#guessers.delete(oldest)
  }
}
