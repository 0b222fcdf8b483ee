import type { Person } from './people.ts'

/** The answer of a function: its data, or the status and message of its refusal. */
export async function call({ db }: Pick<Person, 'db'>, name: string, body: Record<string, unknown>) {
  const { data, error } = await db.functions.invoke(name, { body })
  if (!error) return { data }
  return { status: error.context.status, message: (await error.context.json()).error }
}
