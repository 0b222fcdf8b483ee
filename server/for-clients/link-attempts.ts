const WITHIN_MS = 10 * 60_000
/** Failed attempts that a badly copied link may make. */
const MOST = 20
const MOST_NETWORKS = 10_000

type Visitor = { since: number; guesses: number }

/** Counts failed client links per network, and blocks further attempts for a while. */
export class LinkAttempts {
  readonly #guessers = new Map<string, Visitor>()

  isBarred(network: string): boolean {
    const guesser = this.#guessers.get(network)
    return guesser !== undefined && guesser.guesses >= MOST && guesser.since > Date.now() - WITHIN_MS
  }

  add(network: string): void {
    const known = this.#guessers.get(network)
    const isRecent = known !== undefined && known.since > Date.now() - WITHIN_MS
    // Re-inserting keeps the map in the order of the latest attempts, oldest first.
    this.#guessers.delete(network)
    this.#guessers.set(network, isRecent ? { ...known, guesses: known.guesses + 1 } : { since: Date.now(), guesses: 1 })
    const [oldest] = this.#guessers.keys()
    if (this.#guessers.size > MOST_NETWORKS && oldest !== undefined) this.#guessers.delete(oldest)
  }
}
