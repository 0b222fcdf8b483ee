import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatCount, formatDate } from '../../../lib/formats.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/empty-and-error-states.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BackToList } from '../../list/back-to-list.tsx'
import { useMyProfile, useMyRoles } from '../../me/me-queries.ts'
import { isAdminType } from '../../me/role.ts'
import { AccessDenied } from '../../page/access-denied.tsx'
import { LoadingPage } from '../../page/loading-page.tsx'
import { Page } from '../../page/page.tsx'
import type { Route } from './+types/leaver-route.ts'
import { LeaverEntries } from './leaver-entries.tsx'
import { hasProbablySeen, type Leaver, type LeaverEntry, leaverQuery, NEVER_ON_STAFF } from './leaver-queries.ts'

const TITLE = "Leaver's List"

/** The list of passwords that a leaver may know, ticked off automatically as they are changed. */
export default function LeaverRoute({ params }: Route.ComponentProps) {
  const held = useMyRoles()
  const profile = useMyProfile()
  const [address] = useSearchParams()
  if (!held || profile.isPending) return <LoadingPage title={TITLE} />
  if (!isAdminType(held)) return <AccessDenied title={TITLE} to="view the leaver's list" />
  const agency = address.get('agency') ?? profile.data?.agency_id ?? ''
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="print:hidden">
        <BackToList to="/dashboard/users">Back to Users</BackToList>
      </div>
      <LeaversList person={params.userId} agency={agency} />
    </div>
  )
}

function LeaversList({ person, agency }: { person: string; agency: string }) {
  const { data, isError, refetch } = useQuery(leaverQuery({ person, agency }))
  if (isError) return <ErrorState title="The leaver's list could not be loaded." onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Page title={TITLE}>
        <Skeleton className="h-72" />
      </Page>
    )
  }
  if (data === null) {
    return (
      <Page title={TITLE} description="This person is not, and was never, in your agency.">
        {null}
      </Page>
    )
  }
  const { leaver, entries } = data
  return (
    <Page
      title={TITLE}
      description={`What ${leaver.name || 'someone without a name'} may know from the vault of ${leaver.agency_name}.`}
      action={
        <Button variant="outline" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
      }
    >
      <HowFar leaver={leaver} entries={entries} />
      <LeaverEntries
        title="Copied, seen or their own"
        entries={entries.filter(hasProbablySeen)}
        none="They copied and opened nothing, as far as the log shows."
      />
      <LeaverEntries
        title="Could be read"
        entries={entries.filter((entry) => !hasProbablySeen(entry))}
        none="Nothing else was shared with them."
      />
      <Unnamed leaver={leaver} />
      <p className="text-ink-soft text-sm">
        The log records what browsers report, and a tampered browser can leave things out. Who could read an entry may
        know it. Change each password where it is used, then in the vault; only the second is seen here.
      </p>
    </Page>
  )
}

function HowFar({ leaver: { left_at }, entries }: { leaver: Leaver; entries: readonly LeaverEntry[] }) {
  if (left_at === NEVER_ON_STAFF) return <Card className="px-5 py-4">They could never open this vault.</Card>
  if (left_at === null) {
    return (
      <Alert tone="info">
        They can still open the vault. Deactivate them first: an entry is ticked once its password was changed after
        they left.
      </Alert>
    )
  }
  const day = formatDate(left_at)
  if (entries.length === 0) {
    return (
      <Card className="px-5 py-4">
        Nothing of this vault was open to them when they left on {day}, as far as you may read.
      </Card>
    )
  }
  const changed = entries.filter(({ is_changed }) => is_changed).length
  return (
    <Card className="grid gap-2 px-5 py-4">
      <p role="status">
        <strong>
          {formatCount(changed)} of {formatCount(entries.length)}
        </strong>{' '}
        {entries.length === 1 ? 'password' : 'passwords'} changed since they left on {day}.
      </p>
      <Progress aria-label="Passwords changed" max={entries.length} value={changed} className="w-full print:hidden" />
    </Card>
  )
}

/** The count of vault entries that the reader may not see: their titles are not revealed. */
function Unnamed({ leaver: { own, unnamed, deleted } }: { leaver: Leaver }) {
  const lines = [
    own > 0 && `${entriesOf(own)} of their own: only they could open ${own === 1 ? 'it' : 'them'}.`,
    unnamed > 0 && `${entriesOf(unnamed)} that you can’t see: no longer shared, or shared with another agency.`,
    deleted > 0 && `${entriesOf(deleted)} that they copied or saw, deleted since. Their passwords may still be in use.`,
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <Card aria-label="Not named here" className="grid gap-2 px-5 py-4">
      <h2 className="font-semibold">Not named here</h2>
      <ul className="grid list-inside list-disc gap-1 text-ink-soft text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Card>
  )
}

const entriesOf = (count: number) => (count === 1 ? '1 entry' : `${formatCount(count)} entries`)
