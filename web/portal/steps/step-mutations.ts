import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { changeRow } from '../list/change-rows.ts'
import { undoDeletion } from '../writes/restore-deleted.ts'
import { Undoable } from '../writes/undoable.ts'
import { goneOrRefused } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import type { Step, StepChange } from './step.ts'
import { stepToasts } from './step-toasts.ts'

const { added, notAdded, done, reopened, notChanged, deleted, notDeleted } = stepToasts

/** Adds steps below those that the project has. Returns how many. */
export const addSteps = (project_id: string): Write<readonly string[], number> => ({
  mutationFn: async (titles) => {
    unwrap(await (await supabase()).from('project_steps').insert(titles.map((title) => ({ project_id, title }))))
    return titles.length
  },
  meta: { succeeded: (count) => added(Number(count)), failed: notAdded, refresh: ['project_steps'], isAddition: true },
})

/** A change of a step; with `since`, only while the step has these values. */
type ChangeStep = { step: Pick<Step, 'id'>; to: StepChange; since?: StepChange }

/** Changes the title, the day, the person or the place of a step. */
export const changeStep: Write<ChangeStep> = {
  mutationFn: ({ step, to, since }) => changeRow('project_steps', { id: step.id, to, ...(since && { since }) }),
  meta: { failed: notChanged, refresh: ['project_steps'] },
  scope: { id: 'steps' },
}

export const tickStep: Write<Step, Undoable> = {
  mutationFn: async ({ id, title }) => {
    await changeRow('project_steps', { id, to: { is_done: true } })
    const undo: Write<void> = {
      mutationFn: () => changeRow('project_steps', { id, to: { is_done: false } }),
      meta: { succeeded: reopened, failed: notChanged, refresh: ['project_steps'] },
    }
    return new Undoable(undo, title)
  },
  meta: { succeeded: done, failed: notChanged, refresh: ['project_steps'] },
}

export const deleteStep: Write<Step, Undoable> = {
  mutationFn: async ({ id, title }) => {
    const steps = (await supabase()).from('project_steps').delete({ count: 'exact' })
    if (unwrapCount(await steps.eq('id', id)) === 0) throw goneOrRefused('step', 'delete it')
    return undoDeletion([id], title)
  },
  meta: { succeeded: deleted, failed: notDeleted, refresh: ['project_steps'] },
}
