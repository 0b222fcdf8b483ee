import { formatDay } from '../../../lib/formats.ts'
import { changeRows, type RowChange } from '../../list/change-rows.ts'
import { listToasts } from '../../list/list-toasts.ts'
import type { Undoable } from '../../writes/undoable.ts'
import type { Write } from '../../writes/use-write.ts'
import { projectToasts } from '../project-toasts.ts'

type StepDay = { due_on: string | null }

/** Gives steps another day. It is refused if a colleague has given them another one since they were read. */
export const moveSteps: Write<readonly RowChange<StepDay>[], Undoable> = {
  mutationFn: (steps) =>
    changeRows(steps, {
      table: 'project_steps',
      undo: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['project_steps'] },
      say: ({ due_on }) => due_on && formatDay(due_on),
    }),
  meta: { succeeded: projectToasts.stepMoved, failed: projectToasts.stepNotMoved, refresh: ['project_steps'] },
}
