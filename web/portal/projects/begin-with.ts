import { z } from '../../lib/zod.ts'

/** The steps that a new project can begin with; '' means none. */
export const beginnings = ['process', 'project'] as const

/** The rules for the choice of the steps that a project begins with. */
export const beginWithForm = z
  .object({
    begin_with: z.enum([...beginnings, '']),
    /** The other project whose steps are copied. */
    begin_project: z.object({ id: z.string(), name: z.string() }).nullable(),
  })
  .superRefine(({ begin_with, begin_project }, context) => {
    if (begin_with === 'project' && begin_project === null) {
      context.addIssue({ code: 'custom', path: ['begin_project'], message: 'Choose a project.' })
    }
  })

export type BeginWith = z.output<typeof beginWithForm>

export const beginWithNothing: BeginWith = { begin_with: '', begin_project: null }
