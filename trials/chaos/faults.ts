import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** A part of an installation that faults are inflicted on. */
export type Target = {
  name: string
  /** Kills all of the part's processes with SIGKILL, as a power cut would. */
  kill(): Promise<void>
  /** Starts the part again on its former data. */
  start(): Promise<void>
  /** Whether the part is running; false if it has ended by itself. */
  isUp(): boolean
  /** The ids of the processes that run for the part now. */
  pids(): number[]
  /** Fills the part's disk, or memory; undefined where this machine cannot do that. */
  fill?: (() => Promise<void>) | undefined
  empty?: (() => Promise<void>) | undefined
  /** Ends the part for good. */
  end(): Promise<void>
}

export type Fault = {
  what: 'killed' | 'paused' | 'filled' | 'slowed'
  inflict(target: Target, ms: number): Promise<void>
}

/** All faults. Each ends after about `ms`, and restores the part. */
export const faults: readonly Fault[] = [
  {
    what: 'killed',
    async inflict(target, ms) {
      await target.kill()
      await pause(ms)
      await target.start()
    },
  },
  {
    what: 'paused',
    async inflict(target, ms) {
      signalAll(target, 'SIGSTOP')
      await pause(ms)
      signalAll(target, 'SIGCONT')
    },
  },
  {
    what: 'filled',
    async inflict({ fill, empty }, ms) {
      await fill?.()
      await pause(ms)
      await empty?.()
    },
  },
  {
    what: 'slowed',
    // The part stands still nine tenths of the time, which is as slow as a machine with a shared processor gets.
    async inflict(target, ms) {
      for (const until = Date.now() + ms; Date.now() < until; ) {
        signalAll(target, 'SIGSTOP')
        await pause(180)
        signalAll(target, 'SIGCONT')
        await pause(20)
      }
    },
  },
]

function signalAll(target: Target, signal: NodeJS.Signals) {
  for (const pid of target.pids()) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process may have ended by itself meanwhile, like that of a PostgreSQL connection.
    }
  }
}

export const isUp = (child: ChildProcess | undefined): boolean => child?.exitCode === null && child.signalCode === null

/** Kills a process as a power cut would, and waits until it has ended. */
export async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || !isUp(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  // A stopped process must continue in order to end.
  child.kill('SIGCONT')
  await exited
}
