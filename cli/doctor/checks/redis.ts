import { tryRedis } from 'engine/maintenance'
import { type Check, ok, problem, reasonOf } from '../check-result.ts'

/** Checks Redis, without which several servers exchange no messages. */
export const redis: Check = async ({ config }) => {
  if (!config.redisUrl) return ok('No Redis is used: there is one server.')
  try {
    await tryRedis(config)
    return ok('Redis answers.')
  } catch (error) {
    return problem(`Redis does not answer: ${reasonOf(error)}.`, 'Look at REDIS_URL, and whether Redis runs.')
  }
}
