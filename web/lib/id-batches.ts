/** The most ids that fit into one address. */
const BATCH_SIZE = 100

type Answers<Answer> = Promise<ReadonlyMap<string, Answer>>
type Round<Answer> = { ids: Set<string>; answers: Answers<Answer> }

/** Batches the ids requested in one moment by any part of the screen into one request. */
export class IdBatches<Answer> {
  readonly #load: (ids: readonly string[]) => Answers<Answer>
  #round: Round<Answer> | undefined

  constructor(load: (ids: readonly string[]) => Answers<Answer>) {
    this.#load = load
  }

  /** Returns the row of an id, or null if there is none. */
  async ask(id: string): Promise<Answer | null> {
    this.#round ??= this.#begin()
    const { ids, answers } = this.#round
    ids.add(id)
    if (ids.size === BATCH_SIZE) this.#round = undefined
    return (await answers).get(id) ?? null
  }

  #begin(): Round<Answer> {
    const ids = new Set<string>()
    const load = () => {
      if (this.#round?.ids === ids) this.#round = undefined
      return this.#load([...ids])
    }
    return { ids, answers: new Promise<void>((resolve) => setTimeout(resolve)).then(load) }
  }
}
