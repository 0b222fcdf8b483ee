import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId } from 'react'
import { Controller, type FieldErrors, FormProvider, useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { AgencyFields } from '../agency-details/agency-fields.tsx'
import { noFacts, plainFacts } from '../agency-details/website-facts.ts'
import { WebsiteFields } from '../agency-details/website-fields.tsx'
import { agencyForm, type NewAgency, type TypedAgency, tiers } from './agency.ts'
import { agencyToasts } from './agency-toasts.ts'

/** The form of an agency, and what to do with it: the dialogs around it know when it was saved or given up. */
export const useAgencyForm = (defaultValues: TypedAgency) =>
  useForm<TypedAgency, unknown, NewAgency>({
    defaultValues,
    // What is wrong in fields that are not asked for holds up nobody.
    resolver: (typed, ...rest) => checked(typed.answers_website ? typed : { ...typed, ...noFacts }, ...rest),
  })

const checked = zodResolver(agencyForm)

type AgencyFormProps = {
  form: ReturnType<typeof useAgencyForm>
  /** What the button does, and what it says while it does it. */
  action: string
  busyAction: string
  isBusy: boolean
  onSave: (agency: NewAgency) => void
  onCancel: () => void
  /** Whether it answers the website already, where that can be decided. Nobody can only stop: another takes it over. */
  answersWebsite?: boolean
  /** What is to be known before saving. */
  children?: ReactNode
}

export function AgencyForm({
  form,
  action,
  busyAction,
  isBusy,
  onSave,
  onCancel,
  answersWebsite,
  children,
}: AgencyFormProps) {
  const { register, handleSubmit, control, formState } = form
  const { errors } = formState

  function complain({ name }: FieldErrors<TypedAgency>) {
    if (name?.type === 'too_small') toast.error(agencyToasts.missingName)
  }

  return (
    <form noValidate onSubmit={handleSubmit(onSave, complain)} className="grid gap-4 sm:grid-cols-2">
      {children && <div className="sm:col-span-2">{children}</div>}
      <AgencyFields register={register} errors={errors} />
      <Field label="Subscription Tier" error={errors.subscription_tier?.message}>
        {(field) => (
          <Select {...field} {...register('subscription_tier')} className="capitalize">
            {tiers.map((tier) => (
              <option key={tier} value={tier}>
                {tier}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Controller
        control={control}
        name="is_active"
        render={({ field: { value, onChange, ...field } }) => (
          <LabelledSwitch
            {...field}
            label="Active"
            meaning={value ? 'Its staff work as usual.' : 'Its staff read, and change nothing.'}
            checked={value}
            onCheckedChange={onChange}
          />
        )}
      />
      {answersWebsite !== undefined && (
        <Controller
          control={control}
          name="answers_website"
          render={({ field: { value, onChange, ...field } }) => (
            <LabelledSwitch
              {...field}
              label="Answers the website"
              meaning={answersWebsite ? ALREADY : value ? TAKES_OVER : 'Another agency reads the enquiries.'}
              disabled={answersWebsite}
              checked={value}
              onCheckedChange={(answers) => {
                onChange(answers)
                if (!answers) for (const fact of plainFacts) form.resetField(fact)
              }}
            />
          )}
        />
      )}
      {form.watch('answers_website') && (
        <FormProvider {...form}>
          <WebsiteFields />
        </FormProvider>
      )}
      <DialogFooter className="pt-1 sm:col-span-2">
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? busyAction : action}
        </Button>
      </DialogFooter>
    </form>
  )
}

const ALREADY = 'Its staff read the enquiries, until another agency takes this over.'
const TAKES_OVER = 'Its staff read the enquiries from now on, and those of no other agency.'

type LabelledSwitchProps = Parameters<typeof Switch>[0] & { label: string; meaning: string }

function LabelledSwitch({ label, meaning, ...props }: LabelledSwitchProps) {
  const id = useId()
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <div className="flex min-h-10 items-center gap-3">
        <Switch id={id} aria-describedby={`${id}-meaning`} {...props} />
        <p id={`${id}-meaning`} className="text-ink-soft text-sm">
          {meaning}
        </p>
      </div>
    </div>
  )
}
