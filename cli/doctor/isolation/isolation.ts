import { type Caller, callers } from '../../../supabase/isolation/rights.ts'
import type { Installation, Stage } from '../../../supabase/isolation/stage.ts'
import { type Cell, isAsExpected } from './cell.ts'
import { missingSecretsOf } from './missing-secrets.ts'
import { parts } from './parts.ts'
import { type Limits, Patience } from './patience.ts'
import { buildTrialWorld, clearAway, trialStage } from './trial-world.ts'

export type IsolationReport = {
  isWell: boolean
  /** What is otherwise than it should be. */
  findings: Cell[]
  /** Parts that could not be tried to the end, and why. */
  failed: { part: string; reason: string }[]
  /** People whom this installation does not have, and why. */
  absent: Partial<Record<Caller, string>>
  /** Secrets that the functions need and do not have. */
  missingSecrets: string[]
  /** Everything that was tried. */
  cells: Cell[]
}

type Options = {
  progress?: (text: string) => void
  /** The parts that are tried; all, unless said otherwise. */
  only?: readonly string[] | undefined
  limits?: Limits
}

/**
 * Lets throw-away people of every kind try everything on a running installation. They have agencies of their own; of what
 * others have only the number of rows is asked for. Nothing stays behind, unless the database went away meanwhile: then it
 * throws after a while and says so.
 */
export async function tryIsolation(
  installation: Installation,
  { progress = () => undefined, only, limits }: Options = {},
): Promise<IsolationReport> {
  const patience = new Patience(installation, limits)
  const stage = trialStage(installation, patience)
  const goesOnTo = (text: string) => {
    patience.goesOnTo(text)
    progress(text)
  }
  const report = await patience.during(() => tryAll(stage, goesOnTo, only))
  return { ...report, missingSecrets: only ? [] : await missingSecretsOf(installation) }
}

async function tryAll(
  stage: Stage,
  progress: (text: string) => void,
  only: Options['only'],
): Promise<Omit<IsolationReport, 'missingSecrets'>> {
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
      stage.signal?.throwIfAborted()
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
    if (!stage.signal?.aborted) {
      progress('people of every kind leave')
      await clearAway(stage)
    }
  }
}
