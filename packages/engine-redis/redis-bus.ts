import type { Bus } from 'engine/feature'
import { redisChannels } from './redis-channels.ts'
import { connect } from './redis-connection.ts'
import { redisCounters } from './redis-counters.ts'
import { RedisEntries } from './redis-entries.ts'

/**
 * A message bus for several processes over Redis. Throws `ConfigError` if there is no Redis at `url`; `name` keeps
 * other programs' channels apart.
 */
export async function redisBus(url: string, name: string): Promise<Bus> {
  const connection = await connect(url, name)
  const channels = redisChannels(connection)
  const entries = new RedisEntries(connection, channels)
  await entries.renew()
  connection.whenBack(async () => {
    await entries.renew()
    await channels.reopen()
  })
  return {
    open: channels.open,
    send: channels.send,
    share: (name, onChange) => entries.share(name, onChange),
    counter: redisCounters(connection),
    check: connection.check,
    async close() {
      entries.close()
      await connection.close()
    },
  }
}
