import { Building2 } from 'lucide-react'
import { CutText } from '../../ui/cut-text.tsx'
import { ChoiceCell } from '../list/choice-cell.tsx'
import { RowLink } from '../list/row-link.tsx'
import { useQueuedWrite } from '../writes/use-write.ts'
import { changeClients } from './change-clients.ts'
import { type Client, type ListedClient, statusBadge, statusLabelOf, statusLabels } from './client.ts'
import { ContactLine } from './contact-line.tsx'
import { StatusBadge } from './status-badge.tsx'

/** The cell with a client's name; `agency` is given where the list shows several agencies. */
export function ClientCell({ client, agency }: { client: ListedClient; agency: string | undefined }) {
  const { id, name, company_name } = client
  return (
    <>
      <RowLink to={`/dashboard/clients/${id}`} name={name} />
      {(company_name || agency) && (
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm unfolded:flex-nowrap unfolded:text-xs folded:not-group-data-open/row:flex-nowrap">
          {company_name && <CutText className={inClosedCard}>{company_name}</CutText>}
          {agency && (
            <span className="flex min-w-0 items-center gap-1">
              <Building2 aria-label="Agency" className="size-3 shrink-0" />
              <CutText className={inClosedCard}>{agency}</CutText>
            </span>
          )}
        </p>
      )}
      <ContactLine client={client} className={inClosedCard} />
    </>
  )
}

const inClosedCard = 'folded:not-group-data-open/row:truncate'

/** Changes a client's status within the list. The choice is shown at once and reverts when saving fails. */
export function StatusCell({ client: { id, name, prospect_status: stored } }: { client: Client }) {
  const { write, latest, isBusy } = useQueuedWrite(changeClients)
  const shown = latest?.[0]?.to.prospect_status ?? stored
  const { status } = statusBadge(shown)
  return (
    <ChoiceCell
      label={`Status of ${name}`}
      // A stored status that is not among the choices is offered too, so that it can stay.
      choices={{ ...statusLabels, ...(status in statusLabels ? {} : { [status]: statusLabelOf(status) }) }}
      value={status}
      isBusy={isBusy}
      onChoose={(prospect_status) => write([{ id, name, from: { prospect_status: shown }, to: { prospect_status } }])}
    >
      <StatusBadge stored={shown} />
    </ChoiceCell>
  )
}
