/** The most rows that one answer of the database holds. */
const AT_ONCE = 1000

/** Sends many rows to the database in batches. `place` in the answers is the index among all rows. */
export async function inBatches<Row, Answer extends { place: number }>(
  rows: readonly Row[],
  ask: (part: readonly Row[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = await ask(rows.slice(from, from + AT_ONCE))
    answers.push(...part.map((answer) => ({ ...answer, place: from + answer.place })))
  }
  return answers
}
