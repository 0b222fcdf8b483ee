import type { Conversation } from './conversations.ts'
import type { BodyPart } from './messages.ts'

/** Parts of an answer that are sent without a request: most answers are one chunk and the end. */
export const PARTS_AHEAD = 2

type Next = () => Promise<{ done?: boolean; value?: unknown }>

/**
 * Sends a body through a conversation at the reader's pace: call the returned function for each `more`. `ahead` is the
 * number of parts sent without a request. Bytes are copied, because transferring them to another thread detaches the
 * original.
 */
export function sendBody(next: Next, line: Conversation<BodyPart>, ahead: number, onBroken: (error: unknown) => void) {
  let wanted = ahead
  let isSending = false
  if (wanted > 0) void send()
  return function more() {
    wanted += 1
    if (!isSending) void send()
  }

  async function send() {
    isSending = true
    try {
      while (wanted > 0) {
        wanted -= 1
        const { done, value } = await next()
        if (done) return line.send({ type: 'last' })
        if (!(value instanceof Uint8Array)) throw new TypeError('The body of a Response is made of Uint8Arrays.')
        const bytes = new Uint8Array(value)
        line.send({ type: 'chunk', bytes }, [bytes.buffer])
      }
      isSending = false
    } catch (error) {
      onBroken(error)
      line.send({ type: 'broken' })
    }
  }
}
