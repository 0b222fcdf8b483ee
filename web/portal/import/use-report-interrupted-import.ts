import { useEffect } from 'react'
import { readDraft } from '../../lib/drafts.ts'
import { useMe } from '../me/me.ts'
import { useWrite } from '../writes/use-write.ts'
import type { ImportKind } from './import-kind.ts'
import { pendingImports, sentImport, settleImport } from './import-mutations.ts'

/** Reports the outcome of an import whose answer was lost by a reload or a network failure. */
export function useReportInterruptedImport(kind: ImportKind['name']) {
  const sentAs = sentImport(useMe().id, kind)
  const [settle] = useWrite(settleImport)
  useEffect(() => {
    const id = readDraft(sentAs)?.id
    if (typeof id === 'string' && !pendingImports.has(id)) void settle({ id, kind, sentAs })
  }, [kind, sentAs, settle])
}
