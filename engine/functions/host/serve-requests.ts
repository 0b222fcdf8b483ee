import type { FastifyInstance } from 'fastify'
import type { BusChannel } from '../../bus/bus.ts'
import type { Conversation, Listener } from '../protocol/conversations.ts'
import type { FromThread, ToThread } from '../protocol/messages.ts'

type ServiceRequest = FromThread & { type: 'mail' | 'channel' }

/** Handles a function's request for a service of the server. */
export function serveRequest(
  app: FastifyInstance,
  line: Conversation<ToThread>,
  opening: ServiceRequest,
): Listener<FromThread> {
  const refuse = (error: unknown) => line.send({ type: 'refused', message: messageOf(error) })
  if (opening.type === 'mail') {
    app.mails.addAndSend(opening.mail).then(() => line.send({ type: 'done' }), refuse)
    return { receive() {}, ended() {} }
  }

  // Channel names are prefixed by the function, so that functions cannot listen to each other.
  const opened = app.bus.open(`function:${opening.function}:${opening.name}`, {
    onMessage: (message) => line.send({ type: 'heard', message }),
    onGap: () => line.send({ type: 'gap' }),
  })
  opened.then(() => line.send({ type: 'opened' }), refuse)
  const withChannel = (work: (channel: BusChannel) => Promise<void> | void) => opened.then(work, () => {})
  let told = Promise.resolve()
  return {
    receive(message) {
      if (message.type !== 'tell') return
      const sent = withChannel((channel) => channel.send(message.message))
      told = Promise.allSettled([told, sent]).then(() => line.send({ type: 'done' }))
    },
    ended: () => void withChannel((channel) => channel.close()),
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
