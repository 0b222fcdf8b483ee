import { useQuery } from '@tanstack/react-query'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Select } from '../../ui/input.tsx'
import { useAddressFilter } from '../list/use-address-filter.ts'
import { useListParams } from '../list/use-list-params.ts'
import { MAIL_REFRESH_MS, mailStates, stateBadges } from './mail.ts'
import { mailsQuery } from './mail-queries.ts'
import { MailTable } from './mail-table.tsx'
import { SendAllAgain } from './send-all-again.tsx'

/** The list of waiting and undelivered mails; `canSendAll` while some can still be sent. */
export function MailList({ canSendAll }: { canSendAll: boolean }) {
  const { page, linkTo } = useListParams()
  const [state, filterByState] = useAddressFilter('state', mailStates)
  const mails = useQuery({ ...mailsQuery({ page, state }), refetchInterval: MAIL_REFRESH_MS })
  const count = mails.data?.count

  return (
    <Card aria-busy={mails.isFetching}>
      <CardHeader>
        <CardTitle>{count === undefined ? 'Mails' : `Mails (${count})`}</CardTitle>
        <div className="flex w-full gap-3 sm:w-auto">
          <Select
            aria-label="Filter by state"
            value={state ?? ''}
            onChange={(event) => filterByState(event.target.value)}
            className="min-w-0 grow sm:w-44"
          >
            <option value="">All states</option>
            {mailStates.map((known) => (
              <option key={known} value={known}>
                {stateBadges[known].label}
              </option>
            ))}
          </Select>
          {canSendAll && <SendAllAgain />}
        </div>
      </CardHeader>
      <p role="status" className="sr-only">
        {state !== undefined && count !== undefined && !mails.isPlaceholderData && `${count} found`}
      </p>
      <MailTable mails={mails} isNarrowed={state !== undefined} linkTo={linkTo} />
    </Card>
  )
}
