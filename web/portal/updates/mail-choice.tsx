import { useWatch } from 'react-hook-form'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { NoAnswerNote } from './no-answer-note.tsx'
import { RecipientField } from './recipient-field.tsx'
import type { DraftedUpdate, UpdatedClient } from './update.ts'

const { SwitchField } = typedFormFields<DraftedUpdate>()

/** For an update that the client sees: whether it is mailed too, and to which address. */
export function MailChoice({ client }: { client: UpdatedClient }) {
  const [isVisible, isMailed] = useWatch<DraftedUpdate, ['is_client_visible', 'is_mailed']>({
    name: ['is_client_visible', 'is_mailed'],
  })
  if (!isVisible) return null
  return (
    <div className="flex basis-full flex-wrap items-end gap-x-6 gap-y-3 rounded-control bg-paper px-4 py-3">
      <div className="py-2">
        <SwitchField name="is_mailed" label="Send It to the Client" />
      </div>
      {isMailed && <RecipientField client={client} className="min-w-0 flex-1 basis-60" />}
      {isMailed && <NoAnswerNote clientId={client.id} />}
    </div>
  )
}
