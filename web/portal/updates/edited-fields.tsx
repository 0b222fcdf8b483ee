import { useWatch } from 'react-hook-form'
import { fieldsOf } from '../../ui/fields-of.ts'
import { type UpdateChanges, updateTypeLabels, updateTypes } from './update.ts'

const { SelectField, SwitchField, TextField } = fieldsOf<UpdateChanges>()

/** The fields of an update that can be changed later. */
export function EditedFields({ wasVisible }: { wasVisible: boolean }) {
  const isVisible = useWatch<UpdateChanges, 'is_client_visible'>({ name: 'is_client_visible' })
  return (
    <>
      <SelectField name="update_type" label="Update Type" options={updateTypes} labels={updateTypeLabels} />
      <TextField name="title" label="Title" required />
      <TextField name="content" label="Content" required rows={6} />
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <SwitchField name="is_milestone" label="Mark as Milestone" />
        <SwitchField name="is_client_visible" label="Client Visible" />
      </div>
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {wasVisible && !isVisible && 'It is gone from the client’s page as soon as this is saved.'}
      </p>
    </>
  )
}
