import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'

/** What the database's thread asks in the middle of a statement; `answered` says when there is something at `replyTo`. */
export type Question = { text: string; replyTo: MessagePort; answered: Int32Array<SharedArrayBuffer> }

/** How often the thread looks whether its statement was told to stop. */
const LOOK_EVERY_MS = 20

/** Asks by `send` and waits, with all of the thread; what was told to stop gets no answer. */
export const askThrough =
  (send: (question: Question) => void, isCancelled: () => boolean) =>
  (text: string): string => {
    const { port1: here, port2: replyTo } = new MessageChannel()
    const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    send({ text, replyTo, answered })
    while (Atomics.wait(answered, 0, 0, LOOK_EVERY_MS) === 'timed-out' && !isCancelled());
    const message: unknown = receiveMessageOnPort(here)?.message
    here.close()
    return typeof message === 'string' ? message : ''
  }

/** The other side of `askThrough`. */
export async function reply({ text, replyTo, answered }: Question, answer: (text: string) => Promise<string>) {
  replyTo.postMessage(await answer(text))
  Atomics.store(answered, 0, 1)
  Atomics.notify(answered, 0)
}
