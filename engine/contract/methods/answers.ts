type Answer = { data: unknown; error: Error | null }

const isGood = <R extends Answer>(answer: R): answer is Extract<R, { error: null }> => answer.error === null

/** The data of a client's result; throws its error where there is one. */
export function data<R extends Answer>(answer: R): Extract<R, { error: null }>['data'] {
  if (!isGood(answer)) throw answer.error
  return answer.data
}
