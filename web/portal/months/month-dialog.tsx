import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { monthName } from '../../for-clients/month-words.ts'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { monthBefore } from './month.ts'
import { monthForm, type NewNumber, numbersOf, type TypedMonth, typedMonth } from './month-form.ts'
import { saveMonth } from './month-mutations.ts'
import { MonthPreviewButton } from './month-preview.tsx'
import { writtenQuery } from './month-queries.ts'

const { TextField } = typedFormFields<TypedMonth>()

type MonthDialogProps = { clientId: string; month: string | undefined; onClose: () => void }

/** The dialog in which people write about a client's month. */
export function MonthDialog({ clientId, month, onClose }: MonthDialogProps) {
  return (
    <FormDialog
      isOpen={month !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={month === undefined ? '' : monthName(month)}
      description="What was delivered, milestones, answers and the plan are on the page by themselves."
      className="sm:max-w-xl sm:scroll-pb-28"
    >
      {month !== undefined && <LoadedForm key={month} clientId={clientId} month={month} onClose={onClose} />}
    </FormDialog>
  )
}

type FormProps = { clientId: string; month: string; onClose: () => void }

function LoadedForm(props: FormProps) {
  const { clientId, month } = props
  const { data: rows, isError, refetch } = useQuery(writtenQuery(clientId, month, monthBefore(month)))
  if (rows === undefined && isError) {
    return <ErrorState title="The month could not be loaded." onRetry={() => void refetch()} />
  }
  if (rows === undefined) return <Skeleton className="h-80" />
  const stored = rows.find((row) => row.month === month)
  const before = numbersOf(rows.find((row) => row.month !== month)?.numbers)
  return <MonthForm {...props} stored={stored} before={before} onNewer={async () => void (await refetch())} />
}

type Stored = Parameters<typeof typedMonth>[0] & { id: string }
type MonthFormProps = FormProps & {
  stored: Stored | undefined
  before: readonly NewNumber[]
  onNewer: () => Promise<void>
}

/** What was typed survives closing the dialog and the page; only Cancel and success clear it. */
function MonthForm({ clientId, month, stored, before, onNewer, onClose }: MonthFormProps) {
  const entity = useEntityForm({
    values: typedMonth(stored, before),
    schema: monthForm,
    focus: 'words',
    draft: `month/${clientId}/${month}`,
    write: saveMonth({ client: clientId, month, id: stored?.id }),
    version: stored?.updated_at ?? null,
    onNewerChange: onNewer,
    onDone: onClose,
  })
  return (
    <EntityForm
      entity={entity}
      thing="month"
      onSubmit={entity.save}
      action="Save"
      busyAction="Saving..."
      footer="sticky"
      aside={<MonthPreviewButton clientId={clientId} month={month} />}
    >
      <TextField name="words" label="In your words" rows={5} hint="What you save is on the client’s page." />
      <NumberFields before={before} />
      <TextField name="what_next" label="What comes next" rows={3} />
    </EntityForm>
  )
}

/** The lines of numbers that are filled in, and an empty one, as far as there may be more. */
function NumberFields({ before }: { before: readonly NewNumber[] }) {
  const numbers = useWatch<TypedMonth, 'numbers'>({ name: 'numbers' })
  const filled = numbers.findLastIndex(({ name, value }) => name !== '' || value !== '') + 1
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">Numbers</legend>
      {numbers.slice(0, filled + 1).map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone.
        <NumberLine key={index} index={index} earlier={before.find(({ name }) => name === numbers[index]?.name)} />
      ))}
    </fieldset>
  )
}

function NumberLine({ index, earlier }: { index: number; earlier: NewNumber | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2 [&_label]:sr-only">
      <TextField
        name={`numbers.${index}.name`}
        label={`Name of number ${index + 1}`}
        placeholder={index === 0 ? 'Calls from Google' : 'Another number'}
      />
      <TextField
        name={`numbers.${index}.value`}
        label={`Value of number ${index + 1}`}
        inputMode="decimal"
        placeholder={earlier && `${earlier.value} before`}
      />
    </div>
  )
}
