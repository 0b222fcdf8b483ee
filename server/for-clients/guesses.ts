const WITHIN_MS = 10 * 60_000
/** A link that was copied badly is tried a few times. */
const MOST = 20
const MOST_GUESSERS = 10_000

type Guesser = { since: number; guesses: number }

/** Who has tried links that do not lead in, and may not try more of them for a while. */
export class Guesses {
  readonly #guessers = new Map<string, Guesser>()

  isBarred(network: string): boolean {
    const guesser = this.#guessers.get(network)
    return guesser !== undefined && guesser.guesses >= MOST && guesser.since > Date.now() - WITHIN_MS
  }

  add(network: string): void {
    const known = this.#guessers.get(network)
    const isRecent = known !== undefined && known.since > Date.now() - WITHIN_MS
    // Set anew, so that the first of the map are those longest away.
    this.#guessers.delete(network)
    this.#guessers.set(network, isRecent ? { ...known, guesses: known.guesses + 1 } : { since: Date.now(), guesses: 1 })
    const [oldest] = this.#guessers.keys()
    if (this.#guessers.size > MOST_GUESSERS && oldest !== undefined) this.#guessers.delete(oldest)
  }
}
