import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMyProfile } from '../me/me-queries.ts'
import type { Client } from './client.ts'
import { clientEntriesQuery } from './client-entries-query.ts'

/**
 * The vault's entries about a client, with a link to the vault. Super admins have entries about the clients of their own
 * agency only.
 */
export function ClientVault({ client }: { client: Client }) {
  const { data: profile } = useMyProfile()
  if (profile?.agency_id !== client.agency_id) return null
  return <Entries clientId={client.id} />
}

function Entries({ clientId }: { clientId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(clientEntriesQuery(clientId))
  const vault = `/dashboard/vault?client=${clientId}`
  return (
    <Card aria-label="Vault" aria-busy={isFetching}>
      <CardHeader>
        <div className="flex items-baseline gap-2">
          <CardTitle>Vault</CardTitle>
          {data && data.count > 0 && <span className="text-ink-soft text-sm tabular-nums">{data.count}</span>}
        </div>
        <Button variant="outline" asChild>
          <Link to={`${vault}&new`}>
            <Plus aria-hidden />
            Add Entry
          </Link>
        </Button>
      </CardHeader>
      {data === undefined && isError && (
        <ErrorState title="The entries could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton className="mx-5 mb-5 h-5" />}
      {data?.count === 0 && <CardContent className="text-ink-soft">No entries yet.</CardContent>}
      {data && data.count > 0 && (
        <ul>
          {data.entries.map(({ id, title, username }) => (
            <li key={id} className="border-line border-t">
              <Link
                to={`${vault}&search=${encodeURIComponent(title)}`}
                className="grid gap-0.5 px-5 py-3 hover:bg-paper/60"
              >
                <span className="wrap-anywhere font-medium text-[0.9375rem]">{title}</span>
                {username && <span className="wrap-anywhere text-ink-soft text-sm">{username}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <footer className="flex flex-wrap gap-x-4 gap-y-2 border-line border-t px-5 py-3 text-sm">
        {data && data.count > 0 && (
          <Link to={vault} className="inline-flex items-center gap-1.5 underline underline-offset-2">
            <KeyRound aria-hidden className="size-4 text-ink-soft" />
            {data.count > data.entries.length ? `All ${formatCount(data.count)} in the vault` : 'Open in the vault'}
          </Link>
        )}
        <Link to={`${vault}&ask`} className="underline underline-offset-2">
          Ask for a password
        </Link>
      </footer>
    </Card>
  )
}
