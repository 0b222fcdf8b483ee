import { openBus } from '../bus/open-bus.ts'
import type { Config } from '../kernel/config/environment-variables.ts'

/** Tries the Redis of these settings, if there is one. Throws where it does not answer. */
export async function tryRedis({ redisUrl, name }: Pick<Config, 'redisUrl' | 'name'>): Promise<void> {
  const bus = await openBus(redisUrl, name)
  try {
    await bus.check?.()
  } finally {
    await bus.close()
  }
}
