import { RotateCw, Unlink } from 'lucide-react'
import { formatDate } from '../../lib/formats.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { type ClientLink, stateOf } from './client-link.ts'
import { renewLink } from './link-mutations.ts'

export function LinkItem({ link, onRevoke }: { link: ClientLink; onRevoke?: () => void }) {
  const [renew, isBusy] = useWrite(renewLink)
  const state = stateOf(link, useNow())
  return (
    <li className="grid gap-1.5 border-line border-t py-3.5 pr-3 pl-5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere min-w-0 font-medium text-[0.9375rem]">{link.name}</span>
        {state !== 'valid' && <Badge tone="grey">{state === 'expired' ? 'Expired' : 'Revoked'}</Badge>}
      </p>
      <p className="text-ink-soft text-sm">
        <Opened link={link} /> · {until(link, state)} · made by {nameOf(link.author)}
      </p>
      {state !== 'revoked' && (
        <p className="-ml-2.5 flex flex-wrap gap-1">
          <Button
            variant="ghost"
            disabled={isBusy}
            aria-label={`Renew ${link.name} for 30 days`}
            onClick={() => void renew(link.id)}
          >
            <RotateCw aria-hidden />
            Renew
          </Button>
          {onRevoke && (
            <Button variant="ghost" aria-label={`Revoke ${link.name}`} onClick={onRevoke}>
              <Unlink aria-hidden />
              Revoke
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

function Opened({ link: { openings } }: { link: ClientLink }) {
  const [last] = openings
  if (!last) return 'Not opened yet'
  return (
    <>
      Opened <TimeAgo moment={last.opened_at} />
    </>
  )
}

function until({ expires_at, revoked_at }: ClientLink, state: ReturnType<typeof stateOf>) {
  if (state === 'revoked') return `revoked ${formatDate(revoked_at ?? '')}`
  return `${state === 'valid' ? 'until' : 'expired'} ${formatDate(expires_at)}`
}
