import type { Bus } from './bus.ts'
import { listeners } from './listeners.ts'
import { localCounter } from './local-counter.ts'

/** A bus for a single process. */
export function inProcessBus(): Bus {
  const heard = listeners()
  return {
    async open(channel, events) {
      const listener = heard.add(channel, events)
      return {
        send: async (message) => heard.tell(channel, message, listener.id),
        close: listener.remove,
      }
    },
    send: (channel, message) => heard.tell(channel, message),
    share: async () => ({ set: noOtherProcess, remove: noOtherProcess, close: noOtherProcess }),
    counter: (_name, limit) => localCounter(limit),
    close: async () => undefined,
  }
}

const noOtherProcess = () => undefined
