import { type LucideIcon, RotateCw, Unlink } from 'lucide-react'
import { formatDate } from '../../lib/formats.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { type ClientLink, stateOf } from './client-link.ts'
import { letAsk, renewLink } from './link-mutations.ts'

type LinkItemProps = { link: ClientLink; person: string | undefined; onRevoke: () => void }

export function LinkItem({ link, person, onRevoke }: LinkItemProps) {
  const [renew, isBusy] = useWrite(renewLink)
  const state = stateOf(link, useNow())
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-line border-t py-2.5 pr-3 pl-5">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-medium text-[0.9375rem]">{link.name}</span>
          {state !== 'valid' && <Badge tone="grey">{state === 'expired' ? 'Expired' : 'Revoked'}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          <Opened link={link} /> · {until(link, state)}
          {person !== undefined && person !== link.name && ` · for ${person}`}
          {link.author && ` · by ${nameOf(link.author)}`}
        </p>
        {state === 'valid' && <MayAsk link={link} />}
      </div>
      {state !== 'revoked' && (
        <div className="flex">
          <LinkButton
            name={`Renew ${link.name} for 30 days`}
            Icon={RotateCw}
            disabled={isBusy}
            onClick={() => void renew(link.id)}
          />
          {state === 'valid' && <LinkButton name={`Revoke ${link.name}`} Icon={Unlink} onClick={onRevoke} />}
        </div>
      )}
    </li>
  )
}

/** Turns on or off that the client may ask for something by the link. */
function MayAsk({ link: { id, name, may_ask } }: { link: ClientLink }) {
  const [set, isBusy] = useWrite(letAsk(id))
  return (
    <div className="flex items-center gap-2 pt-1 text-sm">
      <Switch
        aria-label={`May ask: ${name}`}
        checked={may_ask}
        disabled={isBusy}
        onCheckedChange={(may) => void set(may)}
      />
      <span aria-hidden>May ask</span>
    </div>
  )
}

type LinkButtonProps = { name: string; Icon: LucideIcon; disabled?: boolean; onClick: () => void }

const LinkButton = ({ name, Icon, ...props }: LinkButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    className="text-ink-soft hover:text-ink"
    aria-label={name}
    title={name}
    {...props}
  >
    <Icon aria-hidden />
  </Button>
)

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
  const words = { valid: 'until', expired: 'expired', revoked: 'revoked' }[state]
  return (
    <>
      {words} <span className="whitespace-nowrap">{formatDate(revoked_at ?? expires_at)}</span>
    </>
  )
}
