import { useId } from 'react'
import { Switch } from '../../ui/switch.tsx'
import type { Agency } from '../agency-details/agency-details.ts'
import { useWrite } from '../writes/use-write.ts'
import { showClientsTheirPlan } from './profile-mutations.ts'

/** The switch takes effect at once, beside the form of the agency's details. */
export function ShowPlanSwitch({ agency: { id: agencyId, show_clients_their_plan: isOn } }: { agency: Agency }) {
  const id = useId()
  const [show, isBusy] = useWrite(showClientsTheirPlan(agencyId))
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 border-line border-t px-5 py-3">
      <Switch
        id={id}
        aria-describedby={`${id}-meaning`}
        checked={isOn}
        disabled={isBusy}
        onCheckedChange={(isOn) => void show(isOn)}
      />
      <label htmlFor={id} className="cursor-pointer font-medium text-sm">
        Show clients their plan
      </label>
      <p id={`${id}-meaning`} className="col-start-2 text-ink-soft text-sm">
        Their page says how many content updates of it they have had this month.
      </p>
    </div>
  )
}
