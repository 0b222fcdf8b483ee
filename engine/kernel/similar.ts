/** The candidate that is most similar to a name, if it is similar enough to be suggested. */
export function mostSimilar(name: string, candidates: Iterable<string>, atLeast: number): string | undefined {
  let best: string | undefined
  let bestScore = atLeast
  for (const candidate of candidates) {
    const score = similarity(name.toLowerCase(), candidate.toLowerCase())
    if (score < bestScore || (best !== undefined && score === bestScore)) continue
    best = candidate
    bestScore = score
  }
  return best
}

/** Longer names are no typing errors, and comparing them takes the square of their length. */
const MAX_LENGTH = 128

/** The similarity of two names by their edit distance: 1 for equal names, 0 for nothing in common. */
export function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  if (longer > MAX_LENGTH) return 0
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 0; i < a.length; i++) {
    const current = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = (previous[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
