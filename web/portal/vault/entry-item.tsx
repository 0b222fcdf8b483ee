import { Star, UserRound, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { WebsiteLink } from '../../ui/website-link.tsx'
import { useMe } from '../me/me.ts'
import { type Entry, isMine, ownerName } from './entry.ts'
import { strengthOf } from './password-strength.ts'
import { isOld, otherUses, passwordAge } from './reuse.ts'
import { useVaultState } from './vault-context.tsx'

/** With enough room an entry is one line; the last column holds the actions. */
export const columns =
  '@min-[54rem]:grid-cols-[minmax(0,1.5fr)_minmax(0,1.15fr)_minmax(0,1.1fr)_minmax(0,0.85fr)_17.5rem] gap-x-4'

/** One entry; the children are its actions, and its secrets are shown below on request. */
export function EntryItem({ entry, secrets, children }: { entry: Entry; secrets: ReactNode; children: ReactNode }) {
  const { website_url, username, tags } = entry
  return (
    <li
      className={cn(
        columns,
        'grid items-center gap-y-3 border-line border-t px-5 py-4 @min-[36rem]:grid-cols-[minmax(0,1fr)_auto]',
        '@min-[54rem]:min-h-[4.25rem] @min-[54rem]:py-2.5 @min-[54rem]:hover:bg-paper/60',
      )}
    >
      <EntryTitle entry={entry} />
      <dl className="grid min-w-0 gap-x-4 gap-y-2 @min-[36rem]:col-span-2 @min-[36rem]:row-start-2 @min-[36rem]:grid-cols-3 @min-[54rem]:contents">
        <Part label="Website">{website_url && <WebsiteLink typed={website_url} />}</Part>
        <Part label="Username">{username && <BreakableText>{username}</BreakableText>}</Part>
        <Part label="Tags">{tags.length > 0 && <Tags tags={tags} />}</Part>
      </dl>
      {children}
      {/* It is there before they are, so that they are read out when they come. */}
      <div
        role="status"
        className={secrets ? 'col-span-full @min-[36rem]:row-start-3 @min-[54rem]:row-auto' : 'sr-only'}
      >
        {secrets}
      </div>
    </li>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-[5.5rem_minmax(0,1fr)] content-start gap-x-3 text-sm @min-[36rem]:grid-cols-1">
      <dt className="text-ink-soft @min-[54rem]:sr-only">{label}</dt>
      <dd className="grid min-w-0 grid-cols-1">{children || <span className="text-ink-soft">—</span>}</dd>
    </div>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="flex min-w-0 max-w-full flex-wrap gap-1">
      {tags.map((tag, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two tags may be equal
        <li key={place} className="min-w-0">
          <Badge className="max-w-full">
            <span title={tag} className="truncate">
              {tag}
            </span>
          </Badge>
        </li>
      ))}
    </ul>
  )
}

/** The title of an entry, its owner and client, and whether the passphrase opens it. */
function EntryTitle({ entry }: { entry: Entry }) {
  const { id } = useMe()
  const verdict = useVaultState(({ verdicts }) => verdicts.get(entry.encrypted_password))
  return (
    <div className="grid min-w-0 justify-items-start gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-medium text-[0.9375rem]">
          {entry.title}
          {entry.is_favorite && (
            <span title="favorite">
              <Star aria-hidden className="-mt-0.5 ml-1.5 inline size-4 fill-light text-warning" />
              <span className="sr-only"> (favorite)</span>
            </span>
          )}
          {verdict === 'opens' && <span className="sr-only"> (opens with this passphrase)</span>}
        </h3>
        <Concerns entry={entry} />
      </div>
      {entry.agency_id !== null && (
        <p className="flex min-w-0 items-start gap-1.5 text-ink-soft text-sm">
          <Users aria-hidden className="mt-[0.2rem] size-3.5 shrink-0" />
          <span className="wrap-anywhere min-w-0">
            {isMine(entry, id) ? 'Shared with agency' : `Shared by ${ownerName(entry)}`}
          </span>
        </p>
      )}
      {entry.client && (
        <p className="flex min-w-0 items-start gap-1.5 text-ink-soft text-sm">
          <UserRound aria-hidden className="mt-[0.2rem] size-3.5 shrink-0" />
          <Link
            to={`/dashboard/clients/${entry.client_id}`}
            className="wrap-anywhere min-w-0 underline underline-offset-2 hover:text-ink"
          >
            <span className="sr-only">Client: </span>
            {entry.client.name}
          </Link>
        </p>
      )}
    </div>
  )
}

/** The reasons to do something about an entry, as far as the passphrase and the server know. */
function Concerns({ entry }: { entry: Entry }) {
  const verdict = useVaultState(({ verdicts }) => verdicts.get(entry.encrypted_password))
  const others = useVaultState(({ fingerprints }) => otherUses(entry, fingerprints))
  const now = useNow()
  return (
    <p className="flex flex-wrap gap-1 empty:hidden">
      {strengthOf(entry.password_strength_score) <= 1 && <Badge tone="yellow">Weak</Badge>}
      {others > 0 && (
        <Badge tone="yellow" title="The same password as in another entry">
          {others === 1 ? 'Used twice' : `Used ${others + 1} times`}
        </Badge>
      )}
      {isOld(entry, now) && (
        <Badge title="How long the password has been the same">{passwordAge(entry, now)} old</Badge>
      )}
      {verdict === 'shut' && <Badge tone="yellow">Another passphrase</Badge>}
      {verdict === 'invalid' && <Badge tone="red">Invalid payload</Badge>}
    </p>
  )
}
