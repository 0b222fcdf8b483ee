import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { monthName } from '../../for-clients/month-words.ts'
import type { Client } from '../../lib/row-types.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Day } from '../../ui/day.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { isCurrent, utcToday } from '../plan/month.ts'
import { useDialogInAddress } from '../writes/use-new-dialog.ts'
import { useWrite } from '../writes/use-write.ts'
import { MailMonthDialog } from './mail-month-dialog.tsx'
import { currentMonth, firstByItself, monthInAddress } from './month.ts'
import { MonthDialog } from './month-dialog.tsx'
import { leaveMonthOut, setMonthsFrom } from './month-mutations.ts'
import { monthsQuery } from './month-queries.ts'

type CardClient = Pick<Client, 'id' | 'email' | 'months_from' | 'prospect_status'>
type ListedMonth = NonNullable<ReturnType<typeof useMonths>['data']>[number]

/** The number of months that are listed before the person asks for the earlier ones. */
const AT_FIRST = 2

const useMonths = (clientId: string) => useQuery(monthsQuery(clientId))

/** The months of a client: what is written about each, its page, and whether it was mailed. */
export default function MonthsCard({ client }: { client: CardClient }) {
  const { data: months, isError, isFetching, refetch } = useMonths(client.id)
  const [address] = useSearchParams()
  const [isAskedFor, setAskedFor] = useDialogInAddress('month')
  const [writing, setWriting] = useState<string>()
  const [mailing, setMailing] = useState<string>()
  const [showsAll, showAll] = useState(false)
  const asked = isAskedFor ? monthInAddress(address.get('month')) : undefined

  function stopWriting() {
    setWriting(undefined)
    setAskedFor(false)
  }

  return (
    <Card aria-label="Months" aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>Months</CardTitle>
      </CardHeader>
      {months === undefined && isError && (
        <ErrorState title="The months could not be loaded." onRetry={() => void refetch()} />
      )}
      {months === undefined && !isError && <Skeleton className="mx-5 mb-5 h-24" />}
      <ul>
        {months?.slice(0, showsAll ? undefined : AT_FIRST).map((month) => (
          <MonthLine
            key={month.month}
            clientId={client.id}
            month={month}
            onWrite={() => setWriting(month.month)}
            onMail={() => setMailing(month.month)}
          />
        ))}
      </ul>
      {months && (
        <div className="border-line border-t">
          <Button variant="link" className="px-5" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Show Fewer' : 'Earlier Months'}
          </Button>
        </div>
      )}
      <ByItselfSwitch client={client} />
      <MonthDialog clientId={client.id} month={writing ?? asked} onClose={stopWriting} />
      <MailMonthDialog
        client={client}
        month={months?.find(({ month }) => month === mailing)}
        onClose={() => setMailing(undefined)}
      />
    </Card>
  )
}

type MonthLineProps = { clientId: string; month: ListedMonth; onWrite: () => void; onMail: () => void }

function MonthLine({ clientId, month, onWrite, onMail }: MonthLineProps) {
  const name = monthName(month.month)
  const [leaveOut, isBusy] = useWrite(leaveMonthOut(clientId))
  // The page of such a month would be empty.
  const isEmpty = month.happened === 0 && !month.isWritten && month.requested_at === null
  const isWaiting = month.happened > 0 && month.requested_at === null && month.month < currentMonth()
  const action = month.requested_at === null ? 'Mail the Month' : 'Preview'
  return (
    <li className="grid gap-1 border-line border-t px-5 py-3">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{name}</span>
        <span className="text-ink-soft text-sm">
          <MonthState month={month} />
        </span>
      </p>
      <div className="-mx-2 flex flex-wrap gap-x-1">
        <Button variant="ghost" className="h-8 px-2 text-sm" aria-label={`Write about ${name}`} onClick={onWrite}>
          Write
        </Button>
        {!isEmpty && (
          <Button variant="ghost" className="h-8 px-2 text-sm" aria-label={`${action}: ${name}`} onClick={onMail}>
            {action}
          </Button>
        )}
        {isWaiting && (
          <Button
            variant="ghost"
            className="h-8 px-2 text-sm"
            disabled={isBusy}
            onClick={() => void leaveOut({ month: month.month, is_left_out: !month.is_left_out })}
          >
            {month.is_left_out ? 'Mail It After All' : 'Don’t Mail'}
          </Button>
        )}
      </div>
    </li>
  )
}

function MonthState({ month }: { month: ListedMonth }) {
  const { requested_at, mailed_at, is_left_out, is_edited, happened } = month
  if (requested_at !== null && (mailed_at === null || mailed_at < requested_at)) return 'Being mailed'
  if (mailed_at !== null) {
    return (
      <>
        Mailed <Day day={mailed_at.slice(0, 10)} />
        {is_edited && ', edited'}
      </>
    )
  }
  if (happened === 0) return 'Nothing happened'
  if (is_left_out) return 'Not to be mailed'
  return month.month < currentMonth() ? 'Not mailed yet' : 'So far'
}

/** Has months mailed by themselves, or by people only. */
function ByItselfSwitch({ client }: { client: CardClient }) {
  const id = useId()
  const [set, isBusy] = useWrite(setMonthsFrom(client.id))
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-t px-5 py-3">
      <Switch
        id={id}
        checked={client.months_from !== null}
        disabled={isBusy}
        onCheckedChange={(isOn) => void set(isOn ? firstByItself(utcToday()) : null)}
      />
      <label htmlFor={id} className="cursor-pointer font-medium text-sm">
        By Itself on the 3rd
      </label>
      {client.months_from !== null && !isCurrent(client.prospect_status) && (
        <p className="text-ink-soft text-sm">Not while the client is {client.prospect_status}.</p>
      )}
    </div>
  )
}
