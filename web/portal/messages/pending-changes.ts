import type { MessageChange, ServerFrame } from './chat-protocol.ts'

/** The time limit for the chat's answer to an edit or a deletion, which comes at once or never. */
const ANSWER_LIMIT_MS = 10_000

type Answer = { resolve: () => void; reject: (reason: Error) => void }

/** Edits and deletions on their way: each waits for the server's answer about its message. */
export class PendingChanges {
  readonly #waiting = new Map<string, Answer>()

  /**
   * Waits for the answer to an edit or a deletion. Resolves once everybody has been told; `isSent` says whether the frame was
   * sent at all.
   */
  async add({ messageId }: MessageChange, isSent: boolean): Promise<void> {
    if (!isSent) throw new Error('There is no connection. Please try again in a moment.')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.set(messageId, { resolve, reject })
    const timer = setTimeout(() => reject(noAnswer()), ANSWER_LIMIT_MS)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(messageId)
    }
  }

  handle(frame: Extract<ServerFrame, { type: 'message_changed' | 'change_refused' }>): void {
    if (frame.type === 'message_changed') this.#waiting.get(frame.message.id)?.resolve()
    else this.#waiting.get(frame.messageId)?.reject(new Error(frame.message))
  }

  /** Rejects all waiting changes: the connection that would have brought their answers is closed. */
  rejectAll(): void {
    for (const { reject } of this.#waiting.values()) reject(noAnswer())
  }
}

const noAnswer = () => new Error('The connection was lost before we heard back. Please check whether it worked.')
