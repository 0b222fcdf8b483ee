import type { BusEvents } from './bus.ts'

/** The listeners of this process, by channel. */
export function listeners() {
  const byChannel = new Map<string, Map<string, BusEvents>>()
  return {
    add(channel: string, events: BusEvents) {
      const id = crypto.randomUUID()
      const there = byChannel.get(channel) ?? new Map<string, BusEvents>()
      byChannel.set(channel, there.set(id, events))
      return {
        id,
        remove() {
          there.delete(id)
          if (there.size === 0 && byChannel.get(channel) === there) byChannel.delete(channel)
        },
      }
    },
    channels: () => [...byChannel.keys()],
    has: (channel: string) => byChannel.has(channel),
    tell(channel: string, message: unknown, notTo?: string) {
      for (const [id, { onMessage }] of byChannel.get(channel) ?? []) if (id !== notTo) onMessage(message)
    },
    tellOfGap(channel: string) {
      for (const { onGap } of [...(byChannel.get(channel)?.values() ?? [])]) onGap()
    },
  }
}
