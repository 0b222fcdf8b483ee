import type { BusChannel, BusEvents } from '../../bus/bus.ts'
import type { QueuedMail } from '../../mail/queue/queued-mail.ts'
import type { Conversations } from '../protocol/conversations.ts'
import type { FromThread, ToThread } from '../protocol/messages.ts'
import { currentFunction, runFunction } from './running-function.ts'

/** The server's services for functions; each request is a conversation of its own. */
export function services(lines: Conversations<FromThread, ToThread>) {
  return {
    sendMail(mail: QueuedMail): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const line = lines.open(
        { type: 'mail', mail },
        {
          receive(answer) {
            line.end()
            if (answer.type === 'refused') reject(new Error(answer.message))
            else resolve()
          },
          ended: () => reject(new Error('The server has stopped.')),
        },
      )
      return promise
    },

    /** Opens a channel, whose messages are handled in the context of the function that opened it. */
    openChannel(name: string, { onMessage, onGap }: BusEvents): Promise<BusChannel> {
      const fn = currentFunction()
      const { promise, resolve, reject } = Promise.withResolvers<BusChannel>()
      // Confirmations arrive in the order of the messages.
      const told: (() => void)[] = []
      const line = lines.open(
        { type: 'channel', function: fn.name, name },
        {
          receive(message) {
            try {
              if (message.type === 'heard') runFunction(fn, () => onMessage(message.message))
              else if (message.type === 'gap') runFunction(fn, onGap)
              else if (message.type === 'opened') resolve(channel)
              else if (message.type === 'refused') reject(new Error(message.message))
              else told.shift()?.()
            } catch (error) {
              fn.onFault(error)
            }
          },
          ended() {},
        },
      )
      const channel: BusChannel = {
        send(message) {
          line.send({ type: 'tell', message })
          return new Promise((resolve) => told.push(resolve))
        },
        close() {
          line.end()
          for (const done of told.splice(0)) done()
        },
      }
      return promise
    },
  }
}
