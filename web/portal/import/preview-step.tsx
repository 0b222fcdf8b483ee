import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { StickyDialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/me.ts'
import { useWrite } from '../writes/use-write.ts'
import { useImportAgency } from './agency-choice.tsx'
import { type ImportDraft, stylesOf } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'
import { importRows, sentImport } from './import-mutations.ts'
import { checkedRows, countOf, planRows, rowsToSend } from './import-plan.ts'
import { matchesQuery } from './import-queries.ts'
import { titles } from './import-toasts.ts'
import { PlanSummary } from './plan-summary.tsx'
import { StepTitle } from './step-title.tsx'

type PreviewStepProps = {
  kind: ImportKind
  draft: ImportDraft
  importId: string
  change: (changes: Partial<ImportDraft>) => void
  onBusy: (isBusy: boolean) => void
  onImported: () => void
}

/** The step that shows row by row what the import will do, and starts it. */
export function PreviewStep({ kind, draft, importId, change, onBusy, onImported }: PreviewStepProps) {
  const me = useMe().id
  const agencyId = useImportAgency(draft) ?? ''
  const { plan, matches } = usePlan(kind, draft, { importId, agencyId })
  const [send, isBusy] = useWrite(importRows, {
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: onImported,
  })
  const rows = plan ? rowsToSend(kind, plan, draft.doubles) : []
  const hasProblems = plan !== undefined && countOf(plan, 'wrong') > 0 && !draft.leavesOutWrong
  return (
    <div className="grid grid-cols-1 gap-5">
      <StepTitle>What will happen</StepTitle>
      {matches.isError && (
        <ErrorState title="The existing rows could not be checked." onRetry={() => void matches.refetch()} />
      )}
      {matches.isPending && (
        <div className="grid gap-3" aria-busy>
          <p className="text-ink-soft text-sm">Checking what is already there...</p>
          <Skeleton className="h-40" />
        </div>
      )}
      {plan && <PlanSummary kind={kind} plan={plan} draft={draft} change={change} />}
      <StickyDialogFooter>
        <Button variant="outline" disabled={isBusy} onClick={() => change({ importId: undefined })}>
          Back
        </Button>
        <Button
          disabled={isBusy || hasProblems || rows.length === 0}
          onClick={() =>
            void send({ id: importId, kind: kind.name, agencyId, rows, sentAs: sentImport(me, kind.name) })
          }
        >
          {isBusy
            ? 'Importing...'
            : rows.length === 0
              ? 'Nothing to Import'
              : `Import ${buttonCount(kind, rows.length)}`}
        </Button>
      </StickyDialogFooter>
    </div>
  )
}

/** A count in title case, for the button: '42 Clients'. */
const buttonCount = ({ name }: ImportKind, count: number) =>
  `${formatCount(count)} ${count === 1 ? titles[name].slice(0, -1) : titles[name]}`

function usePlan(kind: ImportKind, draft: ImportDraft, { importId, agencyId }: { importId: string; agencyId: string }) {
  const { table, columns, order, decimalMark, words, fallback, namesakes } = draft
  const rows = useMemo(() => {
    const styles = stylesOf({ table, columns, order, decimalMark, words }, kind.fields)
    return checkedRows({ kind, table, columns, ...styles })
  }, [kind, table, columns, order, decimalMark, words])
  const matches = useQuery(matchesQuery(importId, kind, agencyId, rows))
  const plan = useMemo(
    () => matches.data && planRows(kind, { rows, matches: matches.data, fallback, namesakes }),
    [kind, rows, matches.data, fallback, namesakes],
  )
  return { plan, matches }
}
