import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { listToasts } from '../list/list-toasts.ts'
import { restoreToasts } from '../writes/restore-toasts.ts'
import { Undoable } from '../writes/undoable.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import type { SavedView } from './saved-view.ts'
import { viewToasts } from './view-toasts.ts'

export const saveView: Write<Pick<SavedView, 'list' | 'name' | 'query'>> = {
  mutationFn: async (view) => unwrap(await (await supabase()).from('saved_views').insert(view)),
  meta: { succeeded: viewToasts.saved, failed: viewToasts.saveFailed, refresh: ['saved_views'] },
}

type ViewChange = { view: SavedView; to: Pick<SavedView, 'name' | 'query'> }

/** Renames a saved view, or replaces its address by the current one. */
export const changeView: Write<ViewChange, Undoable> = {
  mutationFn: async ({ view: { id, name, query }, to }) => {
    await change(id, to)
    return new Undoable({
      mutationFn: () => change(id, { name, query }),
      meta: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['saved_views'] },
    })
  },
  meta: { succeeded: viewToasts.changed, failed: viewToasts.saveFailed, refresh: ['saved_views'] },
}

async function change(id: string, to: ViewChange['to']) {
  const views = (await supabase()).from('saved_views')
  unwrapChange(await views.update(to, { count: 'exact' }).eq('id', id), 'view', 'change it')
}

export const deleteView: Write<SavedView, Undoable> = {
  mutationFn: async (view) => {
    const views = (await supabase()).from('saved_views')
    unwrapChange(await views.delete({ count: 'exact' }).eq('id', view.id), 'view', 'delete it')
    return new Undoable({
      mutationFn: async () => unwrap(await (await supabase()).from('saved_views').insert(view)),
      meta: { succeeded: restoreToasts.broughtBack, failed: restoreToasts.notBroughtBack, refresh: ['saved_views'] },
    })
  },
  meta: { succeeded: viewToasts.deleted, failed: viewToasts.deletionFailed, refresh: ['saved_views'] },
}
