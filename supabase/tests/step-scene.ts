import { arrange, type Person, service } from './people.ts'

type Step = { id: string; title: string; due_on: string | null; assigned_to: string | null; position: number }

export const addSteps = async (project: string, { db }: Person, ...steps: Record<string, unknown>[]): Promise<Step[]> =>
  arrange(
    db
      .from('project_steps')
      .insert(steps.map((step) => ({ project_id: project, title: 'Pictures', ...step })))
      .select(),
  )

export const changeStep = ({ db }: Person, step: Step | undefined, to: Record<string, unknown>) =>
  arrange(db.from('project_steps').update(to).eq('id', step?.id).select())

export const stepsOf = (project: string): Promise<Step[]> =>
  arrange(service.from('project_steps').select().eq('project_id', project).order('due_on').order('position'))

/** Returns the date this many days from today in UTC, the time zone of the database. */
export const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
