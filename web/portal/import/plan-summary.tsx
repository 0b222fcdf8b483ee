import { formatCount } from '../../lib/formats.ts'
import { Alert } from '../../ui/alert.tsx'
import type { ImportDraft } from './import-draft.ts'
import type { ImportKind, Resemblance } from './import-kind.ts'
import { countOf, type PlannedRow } from './import-plan.ts'
import { countText } from './import-toasts.ts'
import { PlanRows } from './plan-rows.tsx'

type PlanSummaryProps = {
  kind: ImportKind
  plan: readonly PlannedRow[]
  draft: ImportDraft
  change: (changes: Partial<ImportDraft>) => void
}

/** The numbers of new, existing and unusable rows, and the choice of what happens to existing ones. */
export function PlanSummary({ kind, plan, draft, change }: PlanSummaryProps) {
  const [fresh, twice, wrong] = [countOf(plan, 'new'), countOf(plan, 'twice'), countOf(plan, 'wrong')]
  const [changed, same] = [countOf(plan, 'changed'), countOf(plan, 'same')]
  return (
    <div className="grid grid-cols-1 gap-3">
      {wrong > 0 && (
        <div className="grid grid-cols-1 gap-2">
          <Alert tone="danger">
            {rowsTold(wrong)} cannot be imported. Correct the file and choose it again, or leave{' '}
            {wrong === 1 ? 'it' : 'them'} out.
          </Alert>
          <label className="flex items-center gap-2.5 py-1 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={draft.leavesOutWrong}
              onChange={({ target }) => change({ leavesOutWrong: target.checked })}
            />
            Leave {wrong === 1 ? 'this row' : `these ${formatCount(wrong)} rows`} out, and import the others
          </label>
          <PlanRows title={`With problems (${formatCount(wrong)})`} plan={plan} of={['wrong']} isOpen />
        </div>
      )}
      <PlanRows title={`New ${kind.name} (${formatCount(fresh)})`} plan={plan} of={['new']} />
      {(['name', 'contact'] as const).map((resembles) => (
        <Resembling key={resembles} resembles={resembles} plan={plan} draft={draft} change={change} />
      ))}
      {changed + same > 0 && (
        <PlanRows title={`Already there (${formatCount(changed + same)})`} plan={plan} of={['changed', 'same']} isOpen>
          {kind.fields.map(
            ({ name, ofExisting }) =>
              ofExisting &&
              draft.columns.includes(name) && (
                <p key={name} className="pb-2 text-ink-soft text-sm">
                  {ofExisting}
                </p>
              ),
          )}
          {changed > 0 && <DoublesChoice kind={kind} count={changed} draft={draft} change={change} />}
        </PlanRows>
      )}
      {twice > 0 && (
        <PlanRows title={`Twice in the file, skipped (${formatCount(twice)})`} plan={plan} of={['twice']} />
      )}
    </div>
  )
}

const rowsTold = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

const resemblances = {
  name: {
    title: 'Same name as an existing client',
    what: 'They have the name and company of an existing client, but a different address.',
  },
  contact: {
    title: 'Same contact details as an existing client',
    what: 'A phone number, a website or the email address of another person is that of an existing client.',
  },
} as const satisfies Record<Resemblance, { title: string; what: string }>

/** The rows that may be an existing client with another address, each with the choice that it is. */
function Resembling({ resembles, plan, ...choice }: Omit<PlanSummaryProps, 'kind'> & { resembles: Resemblance }) {
  const rows = plan.filter((row) => row.is === 'namesake' && row.resembles === resembles)
  if (rows.length === 0) return null
  const { title, what } = resemblances[resembles]
  return (
    <PlanRows
      title={`${title} (${formatCount(rows.length)})`}
      plan={rows}
      of={['namesake']}
      isOpen
      choice={(row) => row.is === 'namesake' && <NamesakeChoice row={row} {...choice} />}
    >
      <p className="pb-2 text-ink-soft text-sm">{what} Unless you choose otherwise, they are added as other clients.</p>
    </PlanRows>
  )
}

type NamesakeChoiceProps = Pick<PlanSummaryProps, 'draft' | 'change'> & { row: Extract<PlannedRow, { is: 'namesake' }> }

/** Two people of one name count as two clients, unless the person says that they are one. */
function NamesakeChoice({ row: { row, isOne, found }, draft: { namesakes }, change }: NamesakeChoiceProps) {
  return (
    <label className="flex items-start gap-2.5 py-1">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-ink"
        checked={isOne}
        onChange={({ target }) =>
          change({ namesakes: target.checked ? [...namesakes, row] : namesakes.filter((other) => other !== row) })
        }
      />
      The same client as {String(found.values.email)}: update it
    </label>
  )
}

type DoublesChoiceProps = Pick<PlanSummaryProps, 'kind' | 'draft' | 'change'> & { count: number }

function DoublesChoice({ kind, count, draft, change }: DoublesChoiceProps) {
  const options = [
    { value: 'skip', label: 'Leave them as they are' },
    {
      value: 'update',
      label: `Update ${countText(kind.name, count)} with the file’s values; empty cells change nothing`,
    },
  ] as const
  return (
    <fieldset className="grid gap-1.5 pb-2 text-sm">
      <legend className="sr-only">What to do with the ones that are already there</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="flex items-start gap-2.5 py-0.5">
          <input
            type="radio"
            name="doubles"
            className="mt-0.5 size-4 shrink-0 accent-ink"
            checked={draft.doubles === value}
            onChange={() => change({ doubles: value })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
