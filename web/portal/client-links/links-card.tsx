import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../lib/row-types.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ClientLink, personOf, stateOf } from './client-link.ts'
import { DigestSwitch } from './digest-switch.tsx'
import { LinkItem } from './link-item.tsx'
import { linksQuery } from './link-queries.ts'
import { MakeLinkDialog } from './make-link-dialog.tsx'
import { RevokeLinkDialog } from './revoke-link-dialog.tsx'

/** The number of links that are listed before the person asks for all. */
const AT_FIRST = 3

/**
 * The links by which a client opens their page, and the weekly mail that brings one. Links that are closed stay listed,
 * after the valid ones: people want to see now and then who once had access.
 */
export function LinksCard({ client }: { client: Pick<Client, 'id' | 'name' | 'wants_digest'> }) {
  const { data, isError, isFetching, refetch } = useQuery(linksQuery(client.id))
  const [leaving, setLeaving] = useState<ClientLink>()
  const [showsAll, showAll] = useState(false)
  const now = useNow()
  const isValid = (link: ClientLink) => stateOf(link, now) === 'valid'
  const valid = data?.filter(isValid) ?? []
  const links = [...valid, ...(data?.filter((link) => !isValid(link)) ?? [])]
  const atFirst = Math.min(AT_FIRST, valid.length)

  return (
    <Card aria-label="Access" aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>Access</CardTitle>
        <MakeLinkDialog client={client} />
      </CardHeader>
      {data === undefined && isError && (
        <ErrorState title="The links could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton className="mx-5 mb-5 h-12" />}
      {data && valid.length === 0 && (
        <CardContent className="wrap-anywhere text-ink-soft text-sm">
          No valid links. A link opens {client.name}’s page, no account needed.
        </CardContent>
      )}
      <ul>
        {links.slice(0, showsAll ? undefined : atFirst).map((link) => (
          <LinkItem key={link.id} link={link} person={personOf(link, client.name)} onRevoke={() => setLeaving(link)} />
        ))}
      </ul>
      {links.length > atFirst && (
        <div className="border-line border-t">
          <Button variant="link" className="px-5" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Show Fewer' : `Show All (${links.length})`}
          </Button>
        </div>
      )}
      <DigestSwitch client={client} />
      <RevokeLinkDialog link={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  )
}
