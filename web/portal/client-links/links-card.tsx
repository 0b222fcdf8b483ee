import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../lib/row-types.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ClientLink, stateOf } from './client-link.ts'
import { DigestSwitch } from './digest-switch.tsx'
import { LinkItem } from './link-item.tsx'
import { linksQuery } from './link-queries.ts'
import { MakeLinkDialog } from './make-link-dialog.tsx'
import { RevokeLinkDialog } from './revoke-link-dialog.tsx'

/** The links by which a client opens their page. */
export function LinksCard({ client }: { client: Pick<Client, 'id' | 'name' | 'wants_digest'> }) {
  const { data: links, isError, isFetching, refetch } = useQuery(linksQuery(client.id))
  const [leaving, setLeaving] = useState<ClientLink>()
  const now = useNow()
  const valid = links?.filter((link) => stateOf(link, now) === 'valid') ?? []
  const closed = links?.filter((link) => stateOf(link, now) !== 'valid') ?? []

  return (
    <Card aria-label="Links for the Client" aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>Links for the Client</CardTitle>
        <MakeLinkDialog client={client} />
      </CardHeader>
      {links === undefined && isError && (
        <ErrorState title="The links could not be loaded." onRetry={() => void refetch()} />
      )}
      {links === undefined && !isError && <Skeleton className="mx-5 mb-5 h-12" />}
      {links && valid.length === 0 && (
        <CardContent className="text-ink-soft">
          By a link {client.name} sees every update that is Client Visible, without an account. There is none yet.
        </CardContent>
      )}
      {valid.length > 0 && <LinkList links={valid} onRevoke={setLeaving} />}
      {closed.length > 0 && <ClosedLinks links={closed} />}
      <DigestSwitch client={client} />
      <RevokeLinkDialog link={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  )
}

const LinkList = ({ links, onRevoke }: { links: ClientLink[]; onRevoke?: (link: ClientLink) => void }) => (
  <ul>
    {links.map((link) => (
      <LinkItem key={link.id} link={link} {...(onRevoke && { onRevoke: () => onRevoke(link) })} />
    ))}
  </ul>
)

/** Expired and revoked links stay listed: people want to see now and then who once had access. */
function ClosedLinks({ links }: { links: ClientLink[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="border-line border-t">
      <Button variant="link" className="px-5" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} Expired and Revoked ({links.length})
      </Button>
      {isOpen && <LinkList links={links} />}
    </div>
  )
}
