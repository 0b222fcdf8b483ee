import { useId } from 'react'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Button } from '../../ui/button.tsx'
import { StickyDialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { AgencyChoice, useImportAgency } from './agency-choice.tsx'
import { ColumnList } from './column-list.tsx'
import { headingOf, missingFields } from './columns.ts'
import { FileNotes } from './file-notes.tsx'
import { amountsOf, datesOf, type ImportDraft } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'
import { MissingChoices } from './missing-choices.tsx'
import { StepTitle } from './step-title.tsx'
import { AmountChoice, DateChoice } from './style-choices.tsx'
import { WordChoices } from './word-choices.tsx'

type ColumnsStepProps = {
  kind: ImportKind
  draft: ImportDraft
  change: (changes: Partial<ImportDraft>) => void
  onBack: () => void
}

/** The step of an import that assigns columns to fields and asks for whatever else is needed to read the file. */
export function ColumnsStep({ kind, draft, change, onBack }: ColumnsStepProps) {
  const openId = useId()
  const { table, columns } = draft
  const agencyId = useImportAgency(draft)
  const dates = datesOf(draft, kind.fields)
  const amounts = amountsOf(draft, kind.fields)
  const isAmountOpen = amounts.example !== undefined && amounts.decimalMark === undefined
  const left = columns.flatMap((name, index) => (name === '' ? [headingOf(table, index)] : []))
  const open = [
    ...missingFields(columns, kind.fields).map(({ label }) => label),
    ...(agencyId === undefined ? ['Agency'] : []),
    ...(dates.order === undefined ? [`Dates like ${dates.example}`] : []),
    ...(isAmountOpen ? [`Amounts like ${amounts.example}`] : []),
  ]
  return (
    <div className="grid grid-cols-1 gap-5">
      <StepTitle>Match the columns</StepTitle>
      <FileNotes kind={kind} draft={draft} change={change} />
      <ColumnList
        table={table}
        columns={columns}
        fields={kind.fields}
        unsure={draft.unsure}
        onChange={(changed, index) =>
          change({ columns: changed, unsure: draft.unsure.filter((other) => other !== index) })
        }
      />
      {left.length > 0 && <p className="wrap-anywhere text-ink-soft text-sm">Not imported: {left.join(', ')}.</p>}
      <div className="grid grid-cols-1 gap-4 empty:hidden sm:grid-cols-2">
        <AgencyChoice draft={draft} change={change} />
        {dates.example !== undefined && <DateChoice change={change} dates={dates} />}
        {amounts.example !== undefined && <AmountChoice change={change} amounts={amounts} />}
        <FallbackChoice kind={kind} draft={draft} change={change} />
      </div>
      <WordChoices kind={kind} draft={draft} change={change} />
      <StickyDialogFooter>
        <Button variant="outline" onClick={onBack}>
          Another File
        </Button>
        <Button disabled={open.length > 0} aria-describedby={openId} onClick={() => change({ importId: randomUuid() })}>
          Preview
        </Button>
        <MissingChoices id={openId} labels={open} />
      </StickyDialogFooter>
    </div>
  )
}

type ChoiceProps = Pick<ColumnsStepProps, 'draft' | 'change'>

/** Asks for the value of a field that the file does not give in every row. */
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
