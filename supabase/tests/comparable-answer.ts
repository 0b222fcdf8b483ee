/** Replaces the subject's name in an answer, so that answers about two subjects can be compared. */
export const told = (answer: unknown, asked: string): unknown =>
  JSON.parse(JSON.stringify(plain(answer)).replaceAll(asked, 'ID'))

/** Turns an answer's error into a plain object, since JSON omits the properties of `Error`. */
function plain(answer: unknown): unknown {
  const { error, ...rest } = Object(answer)
  const told = error && { ...error, name: error.name, message: error.message, originalError: undefined }
  return { ...rest, error: told }
}

/** Reads the body of a refusal, which supabase-js keeps in the error. */
export async function said(call: PromiseLike<unknown>): Promise<unknown> {
  const answer = Object(await call)
  const response = answer.error?.context ?? answer.error?.originalError
  if (!(response instanceof Response)) return answer
  return { error: { status: response.status, message: await response.text() } }
}
