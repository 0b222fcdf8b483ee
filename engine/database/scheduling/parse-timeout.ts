const unitMs: Record<string, number> = { us: 0.001, '': 1, ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * The milliseconds of a statement_timeout as PostgreSQL writes it. Undefined for 0 and where the text is not a time.
 */
export function timeoutMs(setting: string): number | undefined {
  const [, amount, unit = ''] = /^\s*'?(\d+(?:\.\d+)?)\s*([a-z]*)'?\s*$/.exec(setting) ?? []
  const ms = Number(amount) * (unitMs[unit] ?? Number.NaN)
  return ms > 0 ? ms : undefined
}
