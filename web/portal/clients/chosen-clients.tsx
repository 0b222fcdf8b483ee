import { ChosenBar } from '../list/chosen-bar.tsx'
import { DeleteChosen } from '../list/delete-chosen.tsx'
import { SetChosen } from '../list/set-chosen.tsx'
import { useQueuedWrite } from '../writes/use-write.ts'
import { changeClients } from './change-clients.ts'
import { type Client, prospectStatuses, statusLabels } from './client.ts'
import { deleteClients } from './client-mutations.ts'

/** The actions on several selected clients of the list. */
export function ChosenClients({ rows }: { rows: readonly Client[] }) {
  const { write, isBusy } = useQueuedWrite(changeClients)
  return (
    <ChosenBar label="Chosen clients" rows={rows}>
      {(chosen) => (
        <>
          <SetChosen
            label="Status of the chosen clients"
            action="Set status"
            choices={prospectStatuses}
            labels={statusLabels}
            isBusy={isBusy}
            onChoose={(prospect_status) => {
              const others = chosen.filter((client) => client.prospect_status !== prospect_status)
              if (others.length > 0) write(others.map((client) => changeOf(client, prospect_status)))
            }}
          />
          <DeleteChosen
            rows={chosen}
            thing={['client', 'clients']}
            consequence="and all associated projects and data are removed, and planned calls are cancelled by email."
            write={deleteClients}
          />
        </>
      )}
    </ChosenBar>
  )
}

const changeOf = ({ id, name, prospect_status }: Client, next: string) => ({
  id,
  name,
  from: { prospect_status },
  to: { prospect_status: next },
})
