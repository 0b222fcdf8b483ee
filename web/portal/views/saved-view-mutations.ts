import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { unwrapChange } from '../editing/nothing-changed.ts'
import { Undoable } from '../editing/undoable.ts'
import type { Write } from '../editing/use-write.ts'
import { catalogue } from '../toast-catalogue.ts'
import type { SavedView } from './saved-view.ts'

const { deleted, lists, views: words } = catalogue

export const saveView: Write<Pick<SavedView, 'list' | 'name' | 'query'>> = {
  mutationFn: async (view) => unwrap(await (await supabase()).from('saved_views').insert(view)),
  meta: { said: words.saved, failed: words.saveFailed, refresh: ['saved_views'] },
}

type ViewChange = { view: SavedView; to: Pick<SavedView, 'name' | 'query'> }

/** Gives a view another name, or what stands in the list now. */
export const changeView: Write<ViewChange, Undoable> = {
  mutationFn: async ({ view: { id, name, query }, to }) => {
    await change(id, to)
    return new Undoable({
      mutationFn: () => change(id, { name, query }),
      meta: { said: lists.changeUndone, failed: lists.notUndone, refresh: ['saved_views'] },
    })
  },
  meta: { said: words.changed, failed: words.saveFailed, refresh: ['saved_views'] },
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
      meta: { said: deleted.broughtBack, failed: deleted.notBroughtBack, refresh: ['saved_views'] },
    })
  },
  meta: { said: words.deleted, failed: words.deletionFailed, refresh: ['saved_views'] },
}
