/** A limit of `max` in `timeWindow` milliseconds. */
export type Limit = { max: number; timeWindow: number }

/** Counts by key, up to a limit, in time windows that each begin with the first count. */
export interface Counter {
  /** Takes one if one is left. It is taken before the outcome is known, so that concurrent attempts count too. */
  take(key: string): Promise<TakeResult>
  /** Whether none is left, without taking one. */
  isUsedUp(key: string): Promise<boolean>
  /** Gives one back that should not have counted. */
  giveBack(key: string): Promise<void>
  /** Gives all of them back. */
  forget(key: string): Promise<void>
}

/** Whether one was left, how many are taken now, and when the window ends. */
export type TakeResult = { isAllowed: boolean; count: number; endsInMs: number }
