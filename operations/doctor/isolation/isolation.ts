import { type Caller, callers } from '../../../supabase/isolation/rights.ts'
import type { Installation } from '../../../supabase/isolation/stage.ts'
import { type Cell, isAsExpected } from './cell.ts'
import { parts } from './parts.ts'
import { buildTrialWorld, clearAway, trialStage } from './trial-world.ts'

export type IsolationReport = {
  isWell: boolean
  /** What is otherwise than it should be. */
  findings: Cell[]
  /** Parts that could not be tried to the end, and why. */
  failed: { part: string; reason: string }[]
  /** People whom this installation does not have, and why. */
  absent: Partial<Record<Caller, string>>
  /** Everything that was tried. */
  cells: Cell[]
}

type Options = {
  progress?: (text: string) => void
  /** The parts that are tried; all, unless said otherwise. */
  only?: readonly string[] | undefined
}

/**
 * Lets throw-away people of every kind try everything on a running installation. They have agencies of their own; of what
 * others have only the number of rows is asked for. Nothing stays behind.
 */
export async function tryIsolation(
  installation: Installation,
  { progress = () => undefined, only }: Options = {},
): Promise<IsolationReport> {
  const stage = trialStage(installation)
  progress('people of every kind arrive')
  await clearAway(stage)
  const cells: Cell[] = []
  const failed: IsolationReport['failed'] = []
  try {
    const world = await buildTrialWorld(stage)
    const people = new Map(
      callers.filter((caller) => !world.absent.has(caller)).map((caller) => [caller, world.people[caller]]),
    )
    for (const [part, attempt] of Object.entries(parts)) {
      if (only && !only.includes(part)) continue
      progress(part)
      try {
        cells.push(...(await attempt({ world, people, progress })))
      } catch (error) {
        failed.push({ part, reason: error instanceof Error ? error.message : String(error) })
      }
    }
    const findings = cells.filter((cell) => !isAsExpected(cell))
    return {
      isWell: findings.length === 0 && failed.length === 0,
      findings,
      failed,
      absent: Object.fromEntries(world.absent),
      cells,
    }
  } finally {
    progress('people of every kind leave')
    await clearAway(stage)
  }
}
