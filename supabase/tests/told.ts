/** What an answer tells of the one who was asked for: the same of two whom the caller cannot tell apart. */
export const told = (answer: unknown, asked: string): unknown =>
  JSON.parse(JSON.stringify(plain(answer)).replaceAll(asked, 'ID'))

/** An answer with its error spelled out: `Error` hides what it says from JSON. */
function plain(answer: unknown): unknown {
  const { error, ...rest } = Object(answer)
  const told = error && { ...error, name: error.name, message: error.message, originalError: undefined }
  return { ...rest, error: told }
}

/** The body of a refusal that supabase-js keeps for whoever asks. */
export async function said(call: PromiseLike<unknown>): Promise<unknown> {
  const answer = Object(await call)
  const response = answer.error?.context ?? answer.error?.originalError
  if (!(response instanceof Response)) return answer
  return { error: { status: response.status, message: await response.text() } }
}
