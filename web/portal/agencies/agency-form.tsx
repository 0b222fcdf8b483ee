import { type FieldErrors, useWatch } from 'react-hook-form'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { AgencyFields } from '../agency-details/agency-fields.tsx'
import { noFacts, plainFacts } from '../agency-details/website-facts.ts'
import { WebsiteFields } from '../agency-details/website-fields.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import type { EntityForm as Entity } from '../writes/use-entity-form.ts'
import { type NewAgency, type TypedAgency, tiers } from './agency.ts'
import { agencyToasts } from './agency-toasts.ts'

const { SelectField, SwitchField } = typedFormFields<TypedAgency>()

/** Empties invalid website fields that the form does not show, so that they do not block saving. */
export const clearHiddenFacts = (typed: TypedAgency): TypedAgency =>
  typed.answers_website ? typed : { ...typed, ...noFacts }

type AgencyFormProps<Sent> = {
  entity: Entity<TypedAgency, NewAgency, Sent>
  /** The label of the submit button, and its label while saving. */
  action: string
  busyAction: string
  footer?: 'sticky' | 'start'
  onSubmit: (agency: NewAgency) => unknown
  /**
   * Whether the agency answers the website already; undefined where the form cannot decide that. The choice cannot be turned
   * off: another agency takes over.
   */
  answersWebsite?: boolean
}

export function AgencyForm<Sent>({ entity, answersWebsite, ...props }: AgencyFormProps<Sent>) {
  const { control, resetField } = entity.form
  const [isActive, answers] = useWatch({ control, name: ['is_active', 'answers_website'] })
  return (
    <EntityForm
      {...props}
      entity={entity}
      thing="agency"
      alertsFirst
      onInvalid={complain}
      className="grid gap-4 sm:grid-cols-2"
    >
      <AgencyFields />
      <SelectField name="subscription_tier" label="Subscription Tier" options={tiers} isCapitalized />
      <SwitchField
        name="is_active"
        label="Active"
        meaning={isActive ? 'Its staff can work as usual.' : 'Its staff can read but not change anything.'}
      />
      {answersWebsite !== undefined && (
        <SwitchField name="show_clients_their_plan" label="Show clients their plan" meaning={SHOWS_PLAN} />
      )}
      {answersWebsite !== undefined && (
        <SwitchField
          name="answers_website"
          label="Answers the website"
          meaning={answersWebsite ? ALREADY : answers ? TAKES_OVER : 'Another agency reads the enquiries.'}
          disabled={answersWebsite}
          onSwitched={(isOn) => {
            if (!isOn) for (const fact of plainFacts) resetField(fact)
          }}
        />
      )}
      {answers && <WebsiteFields />}
    </EntityForm>
  )
}

const SHOWS_PLAN = 'Their page says how many content updates of it they have had this month.'
const ALREADY = 'Its staff read the enquiries until another agency takes over.'
const TAKES_OVER = 'From now on, only its staff read the enquiries.'

function complain({ name }: FieldErrors<TypedAgency>) {
  if (name?.type === 'too_small') toast.error(agencyToasts.missingName)
}
