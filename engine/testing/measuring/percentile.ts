/** The smallest number that is not exceeded by this percentage of the numbers. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export const median = (numbers: readonly number[]) => percentile(numbers, 50)
