import type { Bus } from './bus.ts'
import { inProcessBus } from './in-process-bus.ts'

/**
 * Opens a bus over Redis, or one for this process alone where no URL is given. `name` keeps the channels of other
 * programs apart.
 */
export async function openBus(redisUrl: string | undefined, name: string): Promise<Bus> {
  if (redisUrl === undefined) return inProcessBus()
  const { redisBus } = await import('./redis/redis-bus.ts')
  return redisBus(redisUrl, name)
}
