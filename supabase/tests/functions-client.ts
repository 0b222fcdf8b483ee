import type { Person } from './people.ts'

/** What a function answered: its data, or the status and the message it was refused with. */
export async function call({ db }: Pick<Person, 'db'>, name: string, body: Record<string, unknown>) {
  const { data, error } = await db.functions.invoke(name, { body })
  if (!error) return { data }
  return { status: error.context.status, message: (await error.context.json()).error }
}
