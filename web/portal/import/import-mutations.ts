import { dropDraft, keepDraft } from '../../lib/drafts.ts'
import { RequestError } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import type { ImportKind } from './import-kind.ts'
import type { ImportOutcome } from './import-toasts.ts'
import { importToasts } from './import-toasts.ts'
import type { SentRow } from './plan.ts'

const words = importToasts

/** An import that is made: the toast that tells of it offers to undo it. */
class Imported extends Undoable {
  readonly outcome: ImportOutcome
  constructor(id: string, outcome: ImportOutcome) {
    super({ mutationFn: (_, context) => undoImport.mutationFn(id, context), meta: undoImport.meta })
    this.outcome = outcome
  }
}

const told = (done: unknown) =>
  words.imported(done instanceof Imported ? done.outcome : { kind: 'clients', added: 0, updated: 0 })

type Asked = { id: string; kind: ImportKind['name'] }

/** Under what name it is kept in the tab, as long as nobody knows what came of an import. */
export const sentImport = (userId: string, kind: ImportKind['name']) => `${userId}/import-${kind}`

/** Those that this tab is waiting for: what came of them it will hear. */
export const awaited = new Set<string>()

/** All rows or none. The same import, sent again because no answer came, is made once. */
export const importRows: Write<Asked & { agencyId: string; rows: SentRow[]; sentAs: string }, Imported> = {
  mutationFn: async ({ id, kind, agencyId, rows, sentAs }) => {
    keepDraft(sentAs, { id })
    awaited.add(id)
    try {
      const client = await supabase()
      const asked = { import: id, place: kind, agency: agencyId, given: rows }
      const [outcome] = unwrap(await client.rpc('import_rows', asked))
      dropDraft(sentAs)
      return new Imported(id, { kind, added: outcome?.added ?? 0, updated: outcome?.updated ?? 0 })
    } catch (error) {
      // The database refused it. Without an answer of its own it may have arrived.
      if (error instanceof RequestError && error.code !== '') dropDraft(sentAs)
      throw error
    } finally {
      awaited.delete(id)
    }
  },
  meta: { said: told, failed: words.failed, refresh: ['clients', 'projects', 'imports'] },
}

/** What came of an import whose answer was lost with the page: without rows it is only asked for. */
export const settleImport: Write<Asked & { sentAs: string }, Imported> = {
  mutationFn: async ({ id, kind, sentAs }) => {
    const client = await supabase()
    // Whose agency it is does not matter where nothing is written.
    const [outcome] = unwrap(await client.rpc('import_rows', { import: id, place: kind, agency: id, given: [] }))
    dropDraft(sentAs)
    if (!outcome) throw new Error('The page was left before the file had arrived. Please import it again.')
    return new Imported(id, { kind, ...outcome })
  },
  meta: { said: told, failed: words.failed, refresh: ['clients', 'projects', 'imports'] },
}

/** So many rows at once, until nothing is left that can be undone. */
export const undoImport: Write<string, { undone: number; remaining: number }> = {
  mutationFn: async (id) => {
    const client = await supabase()
    let undone = 0
    for (;;) {
      const [part] = unwrap(await client.rpc('undo_import', { import: id }))
      undone += part?.undone ?? 0
      const remaining = part?.remaining ?? 0
      if (remaining === 0 || !part?.undone) return { undone, remaining }
    }
  },
  meta: {
    said: (outcome) => words.undone(isUndone(outcome) ? outcome : { undone: 0, remaining: 0 }),
    failed: words.notUndone,
    refresh: ['clients', 'projects', 'imports', 'recently_deleted'],
  },
}

const isUndone = (outcome: unknown): outcome is { undone: number; remaining: number } =>
  typeof outcome === 'object' && outcome !== null && 'undone' in outcome && 'remaining' in outcome
