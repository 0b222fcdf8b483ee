import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useMe } from '../me/me.ts'
import { staffQuery } from '../people/staff-query.ts'
import { StaffOptions } from '../people/staff-select.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { type Call, type CallPartner, callForm, lengths, newCall, type TypedCall, typedCall } from './call.ts'
import { changeCall, planCall } from './call-mutations.ts'
import { momentsOf } from './wall-time.ts'

const { DateField, FormField, SelectField, TextField } = typedFormFields<TypedCall>()

type CallDialogProps = {
  partner: CallPartner
  /** The call to change, or 'new'; undefined while the dialog is closed. */
  call: Call | 'new' | undefined
  onClose: () => void
}

/** The dialog that plans a call or moves one. */
export function CallDialog({ partner, call, onClose }: CallDialogProps) {
  return (
    <FormDialog
      isOpen={call !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={call === 'new' ? `Call ${partner.name} on` : 'Change Call'}
      description={
        partner.email === null
          ? 'There is no email address, so nobody is invited. Tell them the time yourself.'
          : `${partner.email} gets ${call === 'new' ? 'an invitation' : 'the change'} by email, and a reminder.`
      }
    >
      {call !== undefined && <CallForm partner={partner} call={call} onDone={onClose} />}
    </FormDialog>
  )
}

function CallForm({
  partner,
  call,
  onDone,
}: Omit<CallDialogProps, 'onClose'> & { call: Call | 'new'; onDone: () => void }) {
  const me = useMe().id
  const { data: staff = [] } = useQuery({
    ...staffQuery([partner.agencyId ?? '']),
    enabled: partner.agencyId !== undefined,
  })
  const isNew = call === 'new'
  const entity = useEntityForm({
    values: isNew ? newCall(me) : typedCall(call),
    schema: callForm,
    // What was typed about an earlier time of the call is not offered for the one that a colleague has moved it to.
    draft: isNew ? `call/${partner.id}` : `call/${call.id}/${call.sequence}`,
    write: isNew ? planCall(partner) : changeCall(call),
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      onSubmit={entity.save}
      onKeyDown={submitOnCtrlEnter}
      action={isNew ? 'Plan Call' : 'Save Changes'}
      busyAction="Saving..."
      className="grid gap-4 sm:grid-cols-2"
    >
      <DateField name="day" label="Day" />
      <FormField name="time" label="Time">
        {(field) => <Input {...field} type="time" />}
      </FormField>
      <Which />
      <SelectField name="time_zone" label="Time zone" options={zones} keepsStored labels={zoneLabels} />
      <SelectField name="minutes" label="How long" options={lengths.map(String)} keepsStored labels={lengthLabels} />
      <SelectField name="staff" label="Who calls" className="sm:col-span-2">
        <StaffOptions
          staff={staff}
          assigned={isNew ? me : call.staff_id}
          assigneeName={isNew ? undefined : call.staff?.display_name}
          nobody="Nobody in particular"
        />
      </SelectField>
      <TextField
        name="note"
        label="Note"
        hint="The invitation contains it: what it is about, or a link for a video call."
        rows={3}
        className="sm:col-span-2"
      />
    </EntityForm>
  )
}

/** Asks which time is meant where the clocks go back and show it twice. */
function Which() {
  const [day, time, zone] = useWatch<TypedCall, ['day', 'time', 'time_zone']>({ name: ['day', 'time', 'time_zone'] })
  if (momentsOf(day, time, zone).length < 2) return null
  return (
    <SelectField name="which" label="Which one" empty="The clocks show it twice" className="sm:col-span-2">
      <option value="first">The first, before the clocks go back</option>
      <option value="second">The second, after the clocks go back</option>
    </SelectField>
  )
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const zoneLabels = Object.fromEntries(zones.map((zone) => [zone, zone.replaceAll('_', ' ')]))
const lengthLabels = Object.fromEntries(lengths.map((minutes) => [minutes, `${minutes} minutes`]))
