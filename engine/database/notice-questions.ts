import type pg from 'pg'
import type { Questions } from './database.ts'

/** The SQLSTATE of a notice by which a statement asks: `detail` is `{ id, question }`. */
const QUESTION = 'MS100'

/**
 * What statements ask of this process while it waits for them: PostgreSQL sends a notice at once, and looks for the answer among
 * what others have committed. Those are written on a connection of their own, since all others may be waiting for one.
 */
export class NoticeQuestions {
  readonly #connect: () => pg.Client
  #questions: Questions | undefined
  #client: Promise<pg.Client> | undefined

  constructor(connect: () => pg.Client) {
    this.#connect = connect
  }

  answerBy(questions: Questions) {
    this.#questions = questions
  }

  /** Hears what statements ask on this connection. */
  listenTo(client: pg.PoolClient) {
    client.on('notice', ({ code, detail }) => {
      if (code === QUESTION && detail !== undefined && this.#questions) void this.#answer(detail, this.#questions)
    })
  }

  async close() {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  async #answer(detail: string, { answer, keep }: Questions) {
    try {
      const { id, question }: { id: string; question: object } = JSON.parse(detail)
      const answered = await answer(JSON.stringify(question))
      await (await this.#connection()).query(keep, [id, answered])
    } catch {
      // The statement gets no answer, and says so.
    }
  }

  #connection(): Promise<pg.Client> {
    this.#client ??= this.#open()
    return this.#client
  }

  async #open() {
    const client = this.#connect()
    const forget = () => {
      this.#client = undefined
    }
    client.on('error', forget)
    client.once('end', forget)
    await client.connect().catch((error) => {
      forget()
      throw error
    })
    return client
  }
}
