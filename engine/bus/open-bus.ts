import type { Bus } from './bus.ts'
import { inProcessBus } from './in-process-bus.ts'

/** Redis where there is one, loaded only then; otherwise this process is all there is. */
export async function openBus(redisUrl: string | undefined): Promise<Bus> {
  if (redisUrl === undefined) return inProcessBus()
  const { redisBus } = await import('./redis/redis-bus.ts')
  return redisBus(redisUrl)
}
