/** As many rows as one answer of the database brings. */
const AT_ONCE = 1000

/** Asks about many rows, part by part; `place` counts from the first of all. */
export async function inParts<Row, Answer extends { place: number }>(
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
