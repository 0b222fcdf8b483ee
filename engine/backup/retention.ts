import { madeAt } from './archive-name.ts'

/** How many archives are kept: the newest of each of the last days, weeks and months. */
export type RetentionRule = { daily: number; weekly: number; monthly: number }
export const defaultRetention: RetentionRule = { daily: 7, weekly: 4, monthly: 12 }

/** The archives that the rule does not keep. Other files and the newest archive are always kept. */
export function expiredArchives(names: readonly string[], { daily, weekly, monthly }: RetentionRule): string[] {
  const ours = names
    .flatMap((name) => {
      const made = madeAt(name)
      return made ? [{ name, made }] : []
    })
    .sort((a, b) => b.made.getTime() - a.made.getTime())
  const kept = new Set(ours.slice(0, 1).map(({ name }) => name))
  const keep = (count: number, periodOf: (made: Date) => string) => {
    const newest = new Map<string, string>()
    for (const { name, made } of ours) if (!newest.has(periodOf(made))) newest.set(periodOf(made), name)
    for (const name of [...newest.values()].slice(0, count)) kept.add(name)
  }
  keep(daily, (made) => made.toISOString().slice(0, 10))
  keep(weekly, weekOf)
  keep(monthly, (made) => made.toISOString().slice(0, 7))
  return ours.map(({ name }) => name).filter((name) => !kept.has(name))
}

const DAY_MS = 86_400_000

/** The Monday of the archive's week. */
function weekOf(made: Date): string {
  const sinceMonday = (made.getUTCDay() + 6) % 7
  return new Date(made.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}
