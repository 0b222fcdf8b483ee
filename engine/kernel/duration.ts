const unitMs = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

const isUnit = (unit: string): unit is keyof typeof unitMs => unit in unitMs

/** The milliseconds of a duration in Go's notation, such as `24h` or `1h30m`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)([a-zµ]+)/g)) {
    if (isUnit(unit)) total += Number(amount) * unitMs[unit]
  }
  return total
}
