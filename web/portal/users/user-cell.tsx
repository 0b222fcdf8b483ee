import { Copy } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { timeAgo, timeUntil } from '../../lib/elapsed-time.ts'
import { formatDate, formatMoment } from '../../lib/formats.ts'
import { useNow } from '../../lib/use-now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { toast } from '../../ui/toast.ts'
import { RoleBadges } from '../me/role-badges.tsx'
import { nameOf } from '../people/person.tsx'
import { expiryOf, type User } from './user.ts'
import { userToasts } from './user-toasts.ts'

/** The cell with a person's name, address and the id that logs and support ask for. */
export function UserCell({ user }: { user: User }) {
  const name = nameOf(user)
  return (
    <div className="flex items-center gap-2.5">
      <Avatar name={user.display_name} url={user.avatar_url} className="size-8 text-xs" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium unfolded:flex-nowrap unfolded:leading-5">
          <span className="min-w-0 unfolded:line-clamp-1" title={name}>
            <BreakableText>{name}</BreakableText>
          </span>
          {user.deactivated_at !== null && (
            <Badge title={`Since ${formatMoment(user.deactivated_at)}`}>Deactivated</Badge>
          )}
          {user.awaitedEmail !== null && (
            <Badge tone="yellow" title={`${user.awaitedEmail} has not confirmed yet`}>
              New email
            </Badge>
          )}
          {user.invitedAt !== null && (
            <Badge tone="yellow" title={`Invited on ${formatMoment(user.invitedAt)}`}>
              Invited
            </Badge>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-xs unfolded:flex-nowrap">
          {user.email !== null && (
            <span className="wrap-anywhere min-w-0 unfolded:truncate" title={user.email}>
              {user.email}
            </span>
          )}
          <CopyId id={user.id} name={name} />
        </p>
      </div>
    </div>
  )
}

/** Shows the beginning of a user id, by which people tell ids apart. The page holds the whole id for a text search. */
function CopyId({ id, name }: { id: string; name: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id)
      toast.success(userToasts.idCopied)
    } catch {
      toast.error(userToasts.idNotCopied)
    }
  }
  return (
    <button
      type="button"
      title={`Copy the id ${id}`}
      aria-label={`Copy the id of ${name}, ${id}`}
      onClick={() => void copy()}
      className="inline-flex min-h-6 shrink-0 cursor-pointer items-center gap-1 rounded-sm font-mono text-[0.6875rem] hover:text-ink unfolded:-my-1 folded:not-group-data-open/row:hidden"
    >
      <span className="max-w-17 truncate tight:max-w-9">{id}</span>
      <Copy aria-hidden className="size-3" />
    </button>
  )
}

/** The roles of a person, and their agency. */
export const RolesCell = ({ user }: { user: User }) => (
  <div className="grid gap-0.5 unfolded:gap-0">
    <RoleBadges held={user.roles} className="unfolded:w-max unfolded:max-w-62" />
    <CutText className="text-ink-soft text-xs unfolded:max-w-56 folded:not-group-data-open/row:hidden">
      {user.agency ?? 'No agency'}
    </CutText>
  </div>
)

/** When the account was made, and when the person last signed in or until when their invitation is valid. */
export function JoinedCell({ user: { created_at, lastSignIn, invitedAt } }: { user: User }) {
  return (
    <div>
      <time dateTime={created_at} className="whitespace-nowrap">
        {formatDate(created_at)}
      </time>
      {invitedAt === null ? (
        <LastSignIn moment={lastSignIn} />
      ) : lastSignIn === null ? (
        <Expiry moment={expiryOf(invitedAt)} />
      ) : (
        <p className={cn(small, 'text-danger')} title={`Opened on ${formatMoment(lastSignIn)}`}>
          Link used, no password yet
        </p>
      )}
    </div>
  )
}

function LastSignIn({ moment }: { moment: string | null }) {
  const now = useNow()
  return (
    <p className={small} title={moment === null ? undefined : formatMoment(moment)}>
      {moment === null ? 'Never signed in' : `Signed in ${timeAgo(moment, now)}`}
    </p>
  )
}

function Expiry({ moment }: { moment: string }) {
  const now = useNow()
  const isOver = Date.parse(moment) <= now
  return (
    <p className={cn(small, isOver && 'text-danger')} title={formatMoment(moment)}>
      {isOver ? 'Invitation expired' : `Expires ${timeUntil(moment, now)}`}
    </p>
  )
}

const small = 'whitespace-nowrap text-ink-soft text-xs'
