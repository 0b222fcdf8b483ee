import { useFormContext, useWatch } from 'react-hook-form'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { milestoneFor, typeFor, type UpdateType, updateTypeLabels, updateTypes } from './update.ts'

/** The fields that the form of a new update and that of a stored one have in common. */
type KindTyped = {
  update_type: UpdateType
  is_milestone: boolean
  is_client_visible: boolean
  counts_as_content_update: boolean
  answer_by: string
}

const { DateField, SelectField, SwitchField } = typedFormFields<KindTyped>()

const changed = { shouldDirty: true }

export function TypeField() {
  const { setValue, getValues } = useFormContext<KindTyped>()
  const [type, isMilestone] = useWatch<KindTyped, ['update_type', 'is_milestone']>({
    name: ['update_type', 'is_milestone'],
  })
  return (
    <SelectField
      name="update_type"
      label="Update Type"
      options={updateTypes}
      labels={updateTypeLabels}
      onChange={() => setValue('is_milestone', milestoneFor(getValues('update_type'), { type, isMilestone }), changed)}
    />
  )
}

/** The day by which the client is asked to answer, for review requests alone. */
export function AnswerByField() {
  const type = useWatch<KindTyped, 'update_type'>({ name: 'update_type' })
  if (type !== 'review') return null
  return (
    <DateField
      name="answer_by"
      label="Please answer by"
      hint="Optional. Once mailed, it reminds the client two days before and the day after."
    />
  )
}

/** The switches of an update. Only a client with a plan has content updates to count. */
export function KindSwitches({ hasPlan }: { hasPlan: boolean }) {
  const { setValue, getValues } = useFormContext<KindTyped>()
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3">
      <SwitchField
        name="is_milestone"
        label="Mark as Milestone"
        onSwitched={(isOn) => setValue('update_type', typeFor(isOn, getValues('update_type')), changed)}
      />
      <SwitchField name="is_client_visible" label="Client Visible" />
      {hasPlan && <SwitchField name="counts_as_content_update" label="Count as a Content Update" />}
    </div>
  )
}
