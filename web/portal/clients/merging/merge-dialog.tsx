import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StickyDialogFooter } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/empty-and-error-states.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useBusyDialog } from '../../../ui/form-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ClientBox } from '../../client-choice/client-box.tsx'
import type { ClientChoice } from '../../client-choice/client-choices.ts'
import { useWrite } from '../../writes/use-write.ts'
import type { ListedClient } from '../client.ts'
import { clientQuery } from '../client-queries.ts'
import { type Difference, differences, isTakenAtFirst, type MergeField } from './merge-fields.ts'
import { mergeClients } from './merge-mutations.ts'
import { movedQuery } from './merge-queries.ts'

type MergeDialogProps = { client: ListedClient; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** The dialog to merge another client with this one: it is chosen, and what becomes of both is shown first. */
export default function MergeDialog({ client, isOpen, onOpenChange }: MergeDialogProps) {
  const [other, setOther] = useState<ClientChoice | null>(null)
  const isItself = other?.id === client.id
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Merge Clients"
      description={`Everything of the other client moves to ${client.name}. It can be undone for 30 days.`}
    >
      <Field label="Other client" error={isItself ? 'Choose another client than this one.' : undefined}>
        {(control) => (
          <ClientBox
            {...control}
            whose={{ agencyId: client.agency_id, isAlone: true }}
            selected={other}
            onSelect={setOther}
          />
        )}
      </Field>
      {other && !isItself && (
        <Preview key={other.id} client={client} otherId={other.id} onDone={() => onOpenChange(false)} />
      )}
    </FormDialog>
  )
}

function Preview({ client, otherId, onDone }: { client: ListedClient; otherId: string; onDone: () => void }) {
  const { data: other, isError, refetch } = useQuery(clientQuery(otherId))
  const { data: moved } = useQuery(movedQuery(otherId))
  if (isError) return <ErrorState title="The client could not be loaded." onRetry={() => void refetch()} />
  if (!other) return <Skeleton className="h-40" />
  return <MergeForm client={client} other={other} moved={moved} onDone={onDone} />
}

type MergeFormProps = { client: ListedClient; other: ListedClient; moved: string | undefined; onDone: () => void }

function MergeForm({ client, other, moved, onDone }: MergeFormProps) {
  const [chosen, setChosen] = useState<Partial<Record<MergeField, boolean>>>({})
  const [merge, isBusy] = useWrite(mergeClients, { onSuccess: onDone })
  useBusyDialog(isBusy)
  const fields = differences(client, other)
  const isTaken = (field: Difference) => chosen[field.name] ?? isTakenAtFirst(field)
  const taken = fields.filter(isTaken).map(({ name }) => name)
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void merge({ kept: client.id, merged: other, taken })
      }}
    >
      {fields.map((field) => (
        <FieldChoice
          key={field.name}
          field={field}
          isTaken={isTaken(field)}
          onChoose={(next) => setChosen({ ...chosen, [field.name]: next })}
        />
      ))}
      <p className="wrap-anywhere text-ink-soft text-sm" role="status">
        {moved !== undefined && (moved === '' ? `Nothing else belongs to ${other.name}.` : `Moves along: ${moved}.`)}{' '}
        {fields.some(({ name }) => name === 'email') &&
          'The email address that is not chosen stays, as one of the people.'}
      </p>
      <StickyDialogFooter>
        <Button variant="outline" disabled={isBusy} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Merging...' : 'Merge'}
        </Button>
      </StickyDialogFooter>
    </form>
  )
}

type FieldChoiceProps = { field: Difference; isTaken: boolean; onChoose: (isTaken: boolean) => void }

/** The two values of a field, one of which stays. */
function FieldChoice({ field, isTaken, onChoose }: FieldChoiceProps) {
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="font-medium">{field.label}</legend>
      {[false, true].map((ofOther) => (
        <label key={String(ofOther)} className="flex items-start gap-2.5 py-0.5">
          <input
            type="radio"
            name={field.name}
            className="mt-0.5 size-4 shrink-0 accent-ink"
            checked={isTaken === ofOther}
            onChange={() => onChoose(ofOther)}
          />
          <span className="wrap-anywhere min-w-0">
            {(ofOther ? field.merged : field.kept) ?? <span className="text-ink-soft">None</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
