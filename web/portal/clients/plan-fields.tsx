import { useFormContext, useWatch } from 'react-hook-form'
import { planNames } from '../../agency.ts'
import { formatDay } from '../../lib/formats.ts'
import { today } from '../../lib/today.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { type ClientPlan, downgradeFrom, isSmaller } from '../plan/plan.ts'

type TypedPlan = { plan: string; plan_since: string }

const { SelectField, DateField } = typedFormFields<TypedPlan>()

/** A client's plan and its first day, which is today for a new plan unless another day is chosen. */
export function PlanFields({ client }: { client: ClientPlan }) {
  const { setValue } = useFormContext<TypedPlan>()
  const plan = useWatch<TypedPlan, 'plan'>({ name: 'plan' })
  const allowedFrom = isSmaller(plan, client.plan) ? downgradeFrom(client, today()) : undefined

  function fillInDay(chosen: string) {
    const isStored = chosen === (client.plan ?? '')
    const day = isStored ? (client.plan_since ?? '') : chosen === '' ? '' : today()
    setValue('plan_since', day, { shouldDirty: true, shouldValidate: true })
  }

  return (
    <>
      <SelectField
        name="plan"
        label="Plan"
        options={planNames}
        empty="None"
        keepsStored
        hint={allowedFrom && `By the terms, downgrade from ${formatDay(allowedFrom)} on.`}
        onChange={fillInDay}
      />
      {plan !== '' && <DateField name="plan_since" label="Since" />}
    </>
  )
}
