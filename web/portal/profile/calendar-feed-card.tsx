import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { toast } from '../../ui/toast.ts'
import { useWrite } from '../writes/use-write.ts'
import { calendarFeedQuery, makeCalendarFeed, revokeCalendarFeed, webcalOf } from './calendar-feed.ts'
import { profileToasts } from './profile-toasts.ts'

/** The address by which a calendar program shows what the person has to do. */
export function CalendarFeedCard() {
  const { data: feed, isError, isFetching, refetch } = useQuery(calendarFeedQuery())
  // The address is in memory alone, and gone once the screen is left.
  const [address, setAddress] = useState<string>()
  const [asks, ask] = useState<'replace' | 'revoke'>()
  const [make, isMaking] = useWrite(makeCalendarFeed, { onSuccess: setAddress, onSettled: () => ask(undefined) })
  const [revoke, isRevoking] = useWrite(revokeCalendarFeed, {
    onSuccess: () => setAddress(undefined),
    onSettled: () => ask(undefined),
  })
  return (
    <Card aria-label="Calendar feed" aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>Calendar Feed</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="text-ink-soft text-sm">
          An address for your calendar program. It shows your calls, steps, next contacts, and the days of your projects
          and reviews, as far as you may see them.
        </p>
        {address !== undefined && <MadeAddress address={address} />}
        {feed && <p className="text-sm">{feed.read_at ? <LastRead moment={feed.read_at} /> : 'Not read yet.'}</p>}
        {feed === undefined &&
          (isError ? (
            <ErrorState title="The calendar feed could not be loaded." onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-9 w-40" />
          ))}
        {feed !== undefined && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" disabled={isMaking} onClick={() => (feed ? ask('replace') : void make())}>
              {feed ? 'Replace Address' : 'Make Address'}
            </Button>
            {feed && (
              <Button variant="outline" onClick={() => ask('revoke')}>
                Revoke Address
              </Button>
            )}
          </div>
        )}
      </CardContent>
      <ConfirmDialog
        isOpen={asks !== undefined}
        onOpenChange={(isOpen) => !isOpen && ask(undefined)}
        title={asks === 'replace' ? 'Replace the address?' : 'Revoke the address?'}
        description="Calendars that read it now get nothing any more."
        action={asks === 'replace' ? 'Replace' : 'Revoke'}
        busyAction={asks === 'replace' ? 'Replacing...' : 'Revoking...'}
        isBusy={isMaking || isRevoking}
        onConfirm={() => void (asks === 'replace' ? make() : revoke())}
      />
    </Card>
  )
}

const LastRead = ({ moment }: { moment: string }) => (
  <>
    Last read <TimeAgo moment={moment} />.
  </>
)

function MadeAddress({ address }: { address: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success(profileToasts.feedCopied)
    } catch {
      toast.error(profileToasts.feedNotCopied)
    }
  }
  return (
    <div className="grid gap-3">
      <Field
        label="Feed address"
        hint="Copy it now. It is shown only once, and anybody who has it can read your calendar."
      >
        {(control) => <Input {...control} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy Address
        </Button>
        <Button variant="outline" asChild>
          <a href={webcalOf(address)}>
            <CalendarPlus aria-hidden />
            Open in Calendar
          </a>
        </Button>
      </div>
    </div>
  )
}
