import type { Bus } from './bus.ts'
import { inProcessBus } from './in-process-bus.ts'

/** Redis where there is one, loaded only then; otherwise this process is all there is. `name` keeps other programs' apart. */
export async function openBus(redisUrl: string | undefined, name: string): Promise<Bus> {
  if (redisUrl === undefined) return inProcessBus()
  const { redisBus } = await import('./redis/redis-bus.ts')
  return redisBus(redisUrl, name)
}
