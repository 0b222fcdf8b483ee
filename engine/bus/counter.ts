/** At most `max` in `timeWindow` milliseconds. */
export type Limit = { max: number; timeWindow: number }

/** Counts by key, up to a limit, in windows of time that each begin with the first. */
export interface Counter {
  /** Takes one, if one is left, before its outcome is known: so those count too that come at once. */
  take(key: string): Promise<Taken>
  /** Whether none is left, without taking one. */
  isUsedUp(key: string): Promise<boolean>
  /** Gives one back that should not have counted. */
  giveBack(key: string): Promise<void>
  /** Gives all of them back. */
  forget(key: string): Promise<void>
}

/** Whether one was left, how many are taken now, and when all are there again. */
export type Taken = { isAllowed: boolean; count: number; endsInMs: number }
