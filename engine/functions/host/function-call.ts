import { functionErrors, handlerFailed } from '../errors.ts'
import type { IncomingCall } from '../incoming-call.ts'
import type { Conversation, Conversations } from '../protocol/conversations.ts'
import type { FromThread, ToThread } from '../protocol/messages.ts'
import { sendBody } from '../protocol/send-body.ts'
import type { Answer, Upgrade } from './answer.ts'
import { CallerSocket } from './caller-socket.ts'
import { ReceivedBody } from './received-body.ts'

export type FunctionCall = {
  /** The function's answer; rejects with a `FunctionError` where there is none. */
  answer: Promise<Answer | Upgrade>
  /** Tells the function that the caller has received everything or is gone. A connected WebSocket ends by itself. */
  end(): void
  /** Resolves when nothing of the call is in progress any more, including its WebSocket. */
  ended: Promise<void>
}

/** Passes a call to the thread and relays its messages until it ends. */
export function makeCall(lines: Conversations<ToThread, FromThread>, call: IncomingCall, idleMs: number): FunctionCall {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer | Upgrade>()
  const { promise: ended, resolve: markEnded } = Promise.withResolvers<void>()
  let body: ReceivedBody | undefined
  let socket: CallerSocket | undefined

  const opening = { type: 'call', function: call.name, request: call.head } as const
  const line: Conversation<ToThread> = lines.open(opening, {
    receive(message) {
      switch (message.type) {
        case 'more':
          return sendMore()
        case 'answer': {
          const { head } = message
          if (head.hasBody) body = new ReceivedBody(line, idleMs)
          return resolve({ ...head, body })
        }
        case 'upgrade':
          socket = new CallerSocket(line, markEnded)
          return resolve({ protocol: message.protocol, connect: (client) => socket?.connect(client) })
        case 'failed':
          return message.reason === 'threw' ? resolve(handlerFailed()) : reject(failure[message.reason]())
        case 'chunk':
        case 'last':
        case 'broken':
          return body?.receive(message)
        default:
          return socket?.hear(message)
      }
    },
    ended(error) {
      markEnded()
      reject(error)
      body?.destroy()
      socket?.cut()
    },
  })
  // A broken request body means that the caller has disconnected, which another event reports.
  const sendMore = sendBody(call.nextChunk, line, 0, () => {})
  return {
    answer,
    ended,
    end() {
      reject(functionErrors.hostFailed()) // Without effect if the answer has been sent; otherwise nobody awaits it.
      line.end()
      markEnded()
    },
  }
}

const failure = { boot: functionErrors.bootFailed, 'no response': functionErrors.noResponse }
