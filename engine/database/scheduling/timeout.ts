const unitMs: Record<string, number> = { us: 0.001, '': 1, ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** A statement_timeout as PostgreSQL writes it, in milliseconds. Undefined for none, or where it makes no sense. */
export function timeoutMs(setting: string): number | undefined {
  const [, amount, unit = ''] = /^\s*'?(\d+(?:\.\d+)?)\s*([a-z]*)'?\s*$/.exec(setting) ?? []
  const ms = Number(amount) * (unitMs[unit] ?? Number.NaN)
  return ms > 0 ? ms : undefined
}
