import { ChosenBar } from '../list/chosen-bar.tsx'
import { DeleteChosen } from '../list/delete-chosen.tsx'
import { SetChosen } from '../list/set-chosen.tsx'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { useQueuedWrite } from '../writes/use-write.ts'
import { changeEnquiries, labels, mayChangeTogether, stepChange, stepsForSeveral } from './change-enquiries.ts'
import type { Enquiry } from './enquiry.ts'
import { deleteEnquiries } from './enquiry-mutations.ts'
import { mayDelete } from './use-enquiries-access.ts'

/** The actions on several selected enquiries. */
export function ChosenEnquiries({ rows }: { rows: readonly Enquiry[] }) {
  const { id: me } = useMe()
  const held = useMyRoles() ?? []
  const { write, isBusy } = useQueuedWrite(changeEnquiries)
  return (
    <ChosenBar label="Chosen enquiries" rows={rows}>
      {(chosen) => {
        const mine = chosen.filter((enquiry) => mayChangeTogether(enquiry, me))
        return (
          <>
            {mine.length > 0 && (
              <SetChosen
                label="State of the chosen enquiries"
                action="Set state"
                choices={stepsForSeveral}
                labels={labels}
                isBusy={isBusy}
                onChoose={(to) => {
                  const others = mine.filter(({ state }) => state !== to)
                  if (others.length > 0) write(others.map((enquiry) => stepChange(enquiry, to)))
                }}
              />
            )}
            {mayDelete(held) && (
              <DeleteChosen
                rows={chosen}
                thing={['enquiry', 'enquiries']}
                consequence="and what they asked are removed, and planned calls are cancelled by email."
                write={deleteEnquiries}
              />
            )}
            <LeftOut count={chosen.length - mine.length} />
          </>
        )
      }}
    </ChosenBar>
  )
}

/** Says how many of the selected enquiries are left as they are: closed ones, and those of colleagues. */
function LeftOut({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-ink-soft text-sm">
      {count === 1
        ? 'One is unchanged, since it is closed or assigned to a colleague.'
        : `${count} are unchanged, since they are closed or assigned to a colleague.`}
    </p>
  )
}
