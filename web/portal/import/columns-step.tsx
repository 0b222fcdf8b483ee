import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { StickyDialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { AgencyChoice, useImportAgency } from './agency-choice.tsx'
import { ColumnList } from './column-list.tsx'
import { headingOf, missingFields } from './columns.ts'
import { datesOf, type ImportDraft } from './import-draft.ts'
import type { DateOrder, ImportKind } from './import-kind.ts'
import { dayIn, listOf } from './read-values.ts'
import { StepTitle } from './step-title.tsx'

type ColumnsStepProps = {
  kind: ImportKind
  draft: ImportDraft
  change: (changes: Partial<ImportDraft>) => void
  onBack: () => void
}

/** Which column is what, and what else has to be known to read the file. */
export function ColumnsStep({ kind, draft, change, onBack }: ColumnsStepProps) {
  const { table, columns } = draft
  const agencyId = useImportAgency(draft)
  const missing = missingFields(columns, kind.fields)
  const dates = datesOf(draft, kind.fields)
  const left = columns.flatMap((name, index) => (name === '' ? [headingOf(table, index)] : []))
  const isReady = missing.length === 0 && dates.order !== undefined && agencyId !== undefined
  return (
    <div className="grid grid-cols-1 gap-5">
      <StepTitle>Which column is what?</StepTitle>
      <ColumnList
        table={table}
        columns={columns}
        fields={kind.fields}
        onChange={(changed) => change({ columns: changed })}
      />
      {left.length > 0 && <p className="wrap-anywhere text-ink-soft text-sm">Not imported: {left.join(', ')}.</p>}
      <div className="grid grid-cols-1 gap-4 empty:hidden sm:grid-cols-2">
        <AgencyChoice draft={draft} change={change} />
        {dates.example !== undefined && <DateChoice draft={draft} change={change} dates={dates} />}
        <FallbackChoice kind={kind} draft={draft} change={change} />
      </div>
      {missing.length > 0 && (
        <Alert tone="danger">
          Choose which column is the {listOf(missing.map(({ label }) => label)).replace(' or ', ' and which the ')}:
          nothing can be imported without.
        </Alert>
      )}
      <StickyDialogFooter>
        <Button variant="outline" onClick={onBack}>
          Another File
        </Button>
        <Button disabled={!isReady} onClick={() => change({ importId: crypto.randomUUID() })}>
          Preview
        </Button>
      </StickyDialogFooter>
    </div>
  )
}

type ChoiceProps = Pick<ColumnsStepProps, 'draft' | 'change'>

function DateChoice({
  change,
  dates: { order, example = '', isShown },
}: ChoiceProps & { dates: ReturnType<typeof datesOf> }) {
  const read = (asked: DateOrder) => {
    const day = dayIn(example, asked)
    return 'value' in day ? `, ${day.value}` : ''
  }
  return (
    <Field
      label={`Dates like ${example}`}
      hint={isShown ? 'As the file shows.' : 'The file does not show which comes first, the day or the month.'}
    >
      {(control) => (
        <Select
          {...control}
          value={order ?? ''}
          onChange={({ target }) => change({ order: target.value === 'day first' ? 'day first' : 'month first' })}
        >
          {order === undefined && <option value="">Choose</option>}
          <option value="day first">Day first{read('day first')}</option>
          <option value="month first">Month first{read('month first')}</option>
        </Select>
      )}
    </Field>
  )
}

/** Asked for where the file does not say it of each row. */
function FallbackChoice({ kind: { fallback, one }, draft, change }: ChoiceProps & { kind: ImportKind }) {
  if (!fallback) return null
  const column = draft.columns.indexOf(fallback.field)
  if (column >= 0 && draft.table.rows.every(({ cells }) => cells[column])) return null
  return (
    <Field label={`${fallback.label} where the file has none`} hint={`A new ${one} needs one.`}>
      {(control) => (
        <Select {...control} value={draft.fallback} onChange={({ target }) => change({ fallback: target.value })}>
          <option value="">Choose</option>
          {fallback.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
