import type { Counter, Limit } from 'engine/feature'
import { localCounter } from 'engine/feature'
import type { RedisConnection } from './redis-connection.ts'

/** How long a caller waits for a count from Redis. */
const COUNT_TIMEOUT_MS = 500
/** The pause after a slow answer in which Redis is not asked for counts. */
const LOCAL_COUNT_MS = 5_000

/**
 * A Lua script that counts an attempt. The key expires after its window from the start; a refused attempt does not
 * count.
 */
const TAKE = `
  local isAllowed = tonumber(redis.call('get', KEYS[1]) or '0') < tonumber(ARGV[1])
  if isAllowed then redis.call('incr', KEYS[1]) end
  if redis.call('pttl', KEYS[1]) < 0 then redis.call('pexpire', KEYS[1], ARGV[2]) end
  return { isAllowed and 1 or 0, tonumber(redis.call('get', KEYS[1]) or '0'), redis.call('pttl', KEYS[1]) }`

const GIVE_BACK = `if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end`

/**
 * Rate limit counters over all processes together. Each process also counts by itself: if Redis is down or slow, it
 * continues from the counts it has seen, and no caller is refused or delayed because of that.
 */
export function redisCounters({ speaker, named }: RedisConnection) {
  let restsUntil = 0
  let isTold = false

  return (name: string, limit: Limit): Counter => {
    const alone = localCounter(limit)
    const keyOf = (key: string) => named('count', `${name}:${key}`)
    const run = (script: string, key: string, ...args: number[]) =>
      speaker.eval(script, { keys: [keyOf(key)], arguments: args.map(String) })

    return {
      async take(key) {
        const here = await alone.take(key)
        const reply = await ask(() => run(TAKE, key, limit.max, limit.timeWindow))
        if (!Array.isArray(reply)) return here
        const isAllowed = reply[0] === 1
        if (!isAllowed && here.isAllowed) await alone.giveBack(key)
        return { isAllowed, count: Number(reply[1]), endsInMs: Number(reply[2]) }
      },
      async isUsedUp(key) {
        const count = await ask(async () => Number((await speaker.get(keyOf(key))) ?? 0))
        return count === undefined ? alone.isUsedUp(key) : count >= limit.max
      },
      async giveBack(key) {
        await alone.giveBack(key)
        await ask(() => run(GIVE_BACK, key))
      },
      async forget(key) {
        await alone.forget(key)
        await ask(() => speaker.del(keyOf(key)))
      },
    }
  }

  /** Asks Redis for a count; undefined if it does not answer in time. */
  async function ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    if (!speaker.isReady || Date.now() < restsUntil) return undefined
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const patience = setTimeout(() => {
      restsUntil = Date.now() + LOCAL_COUNT_MS
      resolve(undefined)
    }, COUNT_TIMEOUT_MS)
    try {
      return await Promise.race([question(), late])
    } catch (error) {
      if (speaker.isReady && !isTold) console.warn('Redis does not count, so each process counts on its own:', error)
      isTold = speaker.isReady
      return undefined
    } finally {
      clearTimeout(patience)
    }
  }
}
