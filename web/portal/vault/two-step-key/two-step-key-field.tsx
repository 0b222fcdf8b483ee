import { useWatch } from 'react-hook-form'
import { typedFormFields } from '../../../ui/typed-form-fields.ts'
import { type Entry, hasTwoStepKey } from '../entry.ts'
import type { EntryTyped } from '../entry-form.ts'
import { SecretInput } from '../secret-input.tsx'
import { useShown } from '../use-shown.ts'

const { FormField, SwitchField } = typedFormFields<EntryTyped>()

/** The two-step key of an entry. A stored one is never shown: it can only be replaced or removed. */
export function TwoStepKeyField({ stored }: { stored: Entry | undefined }) {
  const shown = useShown()
  const isStored = stored !== undefined && hasTwoStepKey(stored)
  const typed = useWatch<EntryTyped, 'two_step_key'>({ name: 'two_step_key' })
  return (
    <div className="grid gap-3">
      <FormField
        name="two_step_key"
        label="Two-step key"
        hint={
          isStored
            ? 'There is a key. Leave this empty to keep it.'
            : 'What the site shows beside its QR code, or the text of the QR code. Never shown again.'
        }
      >
        {(field) => <SecretInput what="two-step key" {...field} shown={shown} />}
      </FormField>
      {isStored && typed.trim() === '' && (
        <SwitchField
          name="removes_two_step_key"
          label="Remove the stored two-step key"
          className="gap-x-3 self-start"
        />
      )}
    </div>
  )
}
