import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { formatCount } from '../../lib/formats.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import type { TypedDetails } from './agency-details.ts'
import { enquiriesToForgetQuery } from './enquiries-to-forget-query.ts'
import { forgetAfter } from './website-facts.ts'

const { SelectField } = typedFormFields<TypedDetails>()

const labels = Object.fromEntries(forgetAfter.map((months) => [months, `${months} months`]))

/** After how many months enquiries that became nobody are erased. A choice that erases some has to be confirmed. */
export function ForgetField() {
  const { setValue, formState } = useFormContext<TypedDetails>()
  const [chosen, setChosen] = useState<TypedDetails['forget_enquiries_after']>('')
  const { data: count, isError } = useQuery(enquiriesToForgetQuery(chosen))

  const stored = formState.defaultValues?.forget_enquiries_after ?? ''
  const set = (months: typeof chosen) => setValue('forget_enquiries_after', months, { shouldDirty: true })
  const choose = (value: string) => {
    const months = forgetAfter.find((option) => option === value)
    if (months === undefined || months === stored) return
    // The form would save it, and its draft would bring it back, before it is confirmed.
    set(stored)
    setChosen(months)
  }
  const confirm = () => {
    set(chosen)
    setChosen('')
  }
  return (
    <>
      <SelectField
        name="forget_enquiries_after"
        label="Forget enquiries that became nobody after"
        hint="Counted from the last thing that happened to them. They are erased at night, for good."
        options={forgetAfter}
        labels={labels}
        empty="Never"
        className="sm:col-span-2"
        onChange={choose}
      />
      <ConfirmDialog
        isOpen={chosen !== ''}
        onOpenChange={(isOpen) => !isOpen && setChosen('')}
        title={`Forget enquiries after ${labels[chosen] ?? ''}?`}
        description={
          isError ? (
            'The enquiries could not be counted. Cancel, and choose again.'
          ) : (
            <>
              Once you save, <strong>{count === undefined ? '…' : formatCount(count)}</strong>{' '}
              {count === 1 ? 'enquiry goes' : 'enquiries go'} tonight, and others as their time comes. Nobody can bring
              them back. Those of clients stay.
            </>
          )
        }
        action="Forget Them"
        busyAction="Forget Them"
        isBusy={false}
        isBlocked={count === undefined}
        onConfirm={confirm}
      />
    </>
  )
}
