import type { Bus } from '../bus.ts'
import { redisChannels } from './channels.ts'
import { connect } from './connection.ts'
import { redisCounters } from './redis-counters.ts'
import { redisEntries } from './shared-entries.ts'

/** For several processes. Throws `ConfigError` when there is no Redis at `url`; `name` keeps ours apart from other programs'. */
export async function redisBus(url: string, name: string): Promise<Bus> {
  const connection = await connect(url, name)
  const { open, send, reopen } = redisChannels(connection)
  const { share, renew, close } = redisEntries(connection, { open, send, reopen })
  await renew()
  connection.whenBack(async () => {
    await renew()
    await reopen()
  })
  return {
    open,
    send,
    share,
    counter: redisCounters(connection),
    check: connection.check,
    async close() {
      close()
      await connection.close()
    },
  }
}
