import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** Something that an installation is made of, and that can go wrong. */
export type Target = {
  name: string
  /** SIGKILL to all of it, as a power cut would. */
  kill(): Promise<void>
  /** On the data that it had. */
  start(): Promise<void>
  /** False where it has ended by itself. */
  isUp(): boolean
  /** Whatever runs for it now. */
  pids(): number[]
  /** Makes its disk, or memory, full; left out where that cannot be done on this machine. */
  fill?: (() => Promise<void>) | undefined
  empty?: (() => Promise<void>) | undefined
  /** For good. */
  end(): Promise<void>
}

export type Fault = {
  what: 'killed' | 'paused' | 'filled' | 'slowed'
  inflict(target: Target, ms: number): Promise<void>
}

/** Each ends after about `ms`, with everything as it should be. */
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
    // Nine tenths of the time it stands still, which is as slow as a machine gets that shares its processor.
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
      // It has ended by itself meanwhile, as a connection of PostgreSQL does.
    }
  }
}

export const isUp = (child: ChildProcess | undefined): boolean => child?.exitCode === null && child.signalCode === null

/** Ends one process as a power cut would, and waits for that. */
export async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || !isUp(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  // One that stands still must go on to end.
  child.kill('SIGCONT')
  await exited
}
