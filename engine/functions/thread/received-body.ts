import type { BodyPart } from '../protocol/messages.ts'

/** A stream of the body that arrives through a conversation, requested piece by piece as it is read. */
export function receivedBody(askForMore: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOpen = true
  const stream = new ReadableStream<Uint8Array>(
    {
      start(its) {
        controller = its
      },
      pull: askForMore,
      cancel() {
        isOpen = false
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    receive(part: BodyPart) {
      if (!isOpen || !controller) return
      if (part.type === 'chunk') return controller.enqueue(part.bytes)
      isOpen = false
      if (part.type === 'last') controller.close()
      else controller.error(new TypeError('The request ended before its body did.'))
    },
  }
}
