import { dropDraft, keepDraft } from '../../lib/drafts.ts'
import { RequestError } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import type { ImportKind, SentRow } from './import-kind.ts'
import type { ImportOutcome } from './import-toasts.ts'
import { importToasts } from './import-toasts.ts'

const words = importToasts

/** A finished import, whose toast offers to undo it. */
class Imported extends Undoable {
  readonly outcome: ImportOutcome
  constructor(id: string, outcome: ImportOutcome) {
    super({ mutationFn: (_, context) => undoImport.mutationFn(id, context), meta: undoImport.meta })
    this.outcome = outcome
  }
}

const outcomeToast = (done: unknown) =>
  words.imported(done instanceof Imported ? done.outcome : { kind: 'clients', added: 0, updated: 0 })

type ImportParams = { id: string; kind: ImportKind['name'] }

/** The key under which the tab keeps an import until its outcome is known. */
export const sentImport = (userId: string, kind: ImportKind['name']) => `${userId}/import-${kind}`

/** Ids of imports whose answer this tab is still waiting for. */
export const pendingImports = new Set<string>()

/** Imports all rows of a file or none. A retry after a lost answer has no further effect. */
export const importRows: Write<ImportParams & { agencyId: string; rows: SentRow[]; sentAs: string }, Imported> = {
  mutationFn: async ({ id, kind, agencyId, rows, sentAs }) => {
    keepDraft(sentAs, { id })
    pendingImports.add(id)
    try {
      const client = await supabase()
      const params = { import: id, place: kind, agency: agencyId, given: rows }
      const [outcome] = unwrap(await client.rpc('import_rows', params))
      dropDraft(sentAs)
      return new Imported(id, { kind, added: outcome?.added ?? 0, updated: outcome?.updated ?? 0 })
    } catch (error) {
      // PostgREST's error code means that the database refused the import. Without an answer, the request may have
      // arrived.
      if (error instanceof RequestError && error.code !== '') dropDraft(sentAs)
      throw error
    } finally {
      pendingImports.delete(id)
    }
  },
  meta: { succeeded: outcomeToast, failed: words.failed, refresh: ['clients', 'client_people', 'projects', 'imports'] },
}

/**
 * Asks for the outcome of an import whose answer was lost with the page. The same database function without rows only reads.
 */
export const settleImport: Write<ImportParams & { sentAs: string }, Imported> = {
  mutationFn: async ({ id, kind, sentAs }) => {
    const client = await supabase()
    // A call without rows writes nothing, so its agency does not matter.
    const [outcome] = unwrap(await client.rpc('import_rows', { import: id, place: kind, agency: id, given: [] }))
    dropDraft(sentAs)
    if (!outcome) throw new Error('You left the page before the file was uploaded. Please import it again.')
    return new Imported(id, { kind, ...outcome })
  },
  meta: { succeeded: outcomeToast, failed: words.failed, refresh: ['clients', 'client_people', 'projects', 'imports'] },
}

/** Undoes an import in batches, until nothing is left that can be undone. */
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
    succeeded: (outcome) => words.undone(isUndone(outcome) ? outcome : { undone: 0, remaining: 0 }),
    failed: words.notUndone,
    refresh: ['clients', 'client_people', 'projects', 'imports', 'recently_deleted'],
  },
}

const isUndone = (outcome: unknown): outcome is { undone: number; remaining: number } =>
  typeof outcome === 'object' && outcome !== null && 'undone' in outcome && 'remaining' in outcome
