/** Compares lists of texts lexicographically: by the first difference, then by length. */
export function compare(one: readonly string[], other: readonly string[]): number {
  for (const [at, text] of one.entries()) {
    const beside = other[at]
    if (beside === undefined) return 1
    if (text !== beside) return text < beside ? -1 : 1
  }
  return one.length - other.length
}
