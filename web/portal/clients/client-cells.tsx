import { Building2 } from 'lucide-react'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { ChoiceCell } from '../list/choice-cell.tsx'
import { RowLink } from '../list/row-link.tsx'
import { useQueuedWrite } from '../writes/use-write.ts'
import { changeClients } from './change-clients.ts'
import { type Client, statusBadge, statusLabelOf, statusLabels } from './client.ts'
import { StatusBadge } from './status-badge.tsx'

/** `agency`: whose client it is, where there are several. */
export function ClientCell({ client, agency }: { client: Client; agency: string | undefined }) {
  const { id, name, company_name } = client
  return (
    <>
      <RowLink to={`/dashboard/clients/${id}`} name={name} />
      {(company_name || agency) && (
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm unfolded:flex-nowrap unfolded:text-xs folded:not-group-data-open/row:flex-nowrap">
          {company_name && <Short>{company_name}</Short>}
          {agency && (
            <span className="flex min-w-0 items-center gap-1" title={`Agency: ${agency}`}>
              <Building2 aria-label="Agency" className="size-3 shrink-0" />
              <Short>{agency}</Short>
            </span>
          )}
        </p>
      )}
    </>
  )
}

/** In one line of the table, and of a card that is not open. */
const Short = ({ children }: { children: string }) => (
  <span title={children} className="min-w-0 unfolded:truncate folded:not-group-data-open/row:truncate">
    <BreakableText>{children}</BreakableText>
  </span>
)

/** Changes a client where it stands in the list: what was chosen is shown at once, and goes back where that fails. */
export function StatusCell({ client: { id, name, prospect_status: stored } }: { client: Client }) {
  const { write, latest, isBusy } = useQueuedWrite(changeClients)
  const shown = latest?.[0] ? latest[0].to.prospect_status : stored
  const { status } = statusBadge(shown)
  return (
    <ChoiceCell
      label={`Status of ${name}`}
      // What is stored can stand there, even if it is none that can be chosen.
      choices={{ ...statusLabels, ...(status in statusLabels ? {} : { [status]: statusLabelOf(status) }) }}
      value={status}
      isBusy={isBusy}
      onChoose={(prospect_status) => write([{ id, name, from: { prospect_status: stored }, to: { prospect_status } }])}
    >
      <StatusBadge stored={shown} />
    </ChoiceCell>
  )
}
