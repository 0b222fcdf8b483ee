import { type Caller, callers } from '../../../supabase/isolation/rights.ts'
import type { Installation, TestAccounts } from '../../../supabase/isolation/test-accounts.ts'
import { Watchdog, type WatchdogLimits } from './abort-slow-trial.ts'
import { type FoundRights, isAsExpected } from './found-rights.ts'
import { parts } from './isolation-trials.ts'
import { missingSecretsOf } from './missing-secrets.ts'
import { createTrialData, removeTrialData, trialAccounts } from './trial-accounts.ts'

export type IsolationReport = {
  isWell: boolean
  /** Cells whose rights differ from the expected ones. */
  findings: FoundRights[]
  /** Parts that could not be completed, and why. */
  failed: { part: string; reason: string }[]
  /** Kinds of people that this installation cannot have, and why. */
  absent: Partial<Record<Caller, string>>
  /** Secrets that the functions need and do not have. */
  missingSecrets: string[]
  /** Every cell that was tried. */
  cells: FoundRights[]
}

type Options = {
  progress?: (text: string) => void
  /** The parts to try; all by default. */
  only?: readonly string[] | undefined
  /** The tables to try everything on; all by default. */
  tables?: readonly string[] | undefined
  limits?: WatchdogLimits
}

/**
 * Lets temporary people of every kind try everything on a running installation. They have agencies of their own; of
 * other agencies only the number of rows is requested. Everything is removed again. If the database disappears
 * meanwhile, this throws after a while and says what stays behind.
 */
export async function tryIsolation(
  installation: Installation,
  { progress = () => undefined, limits, ...wanted }: Options = {},
): Promise<IsolationReport> {
  const watchdog = new Watchdog(installation, limits)
  const accounts = trialAccounts(installation, watchdog)
  const goesOnTo = (text: string) => {
    watchdog.enterStage(text)
    progress(text)
  }
  const report = await watchdog.during(() => tryAll(accounts, goesOnTo, wanted))
  return { ...report, missingSecrets: wanted.only ? [] : await missingSecretsOf(installation) }
}

async function tryAll(
  accounts: TestAccounts,
  progress: (text: string) => void,
  { only, tables }: Pick<Options, 'only' | 'tables'>,
): Promise<Omit<IsolationReport, 'missingSecrets'>> {
  progress('people of every kind arrive')
  await removeTrialData(accounts)
  const cells: FoundRights[] = []
  const failed: IsolationReport['failed'] = []
  try {
    const testData = await createTrialData(accounts)
    const people = new Map(
      callers.filter((caller) => !testData.absent.has(caller)).map((caller) => [caller, testData.people[caller]]),
    )
    for (const [part, attempt] of Object.entries(parts)) {
      if (only && !only.includes(part)) continue
      accounts.signal?.throwIfAborted()
      progress(part)
      try {
        cells.push(...(await attempt({ testData, people, progress, tables })))
      } catch (error) {
        failed.push({ part, reason: error instanceof Error ? error.message : String(error) })
      }
    }
    const findings = cells.filter((cell) => !isAsExpected(cell))
    return {
      isWell: findings.length === 0 && failed.length === 0,
      findings,
      failed,
      absent: Object.fromEntries(testData.absent),
      cells,
    }
  } finally {
    if (!accounts.signal?.aborted) {
      progress('people of every kind leave')
      await removeTrialData(accounts)
    }
  }
}
