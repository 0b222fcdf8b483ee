import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/formats.ts'
import { BreakableText } from '../../../ui/breakable-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { useWrite } from '../../writes/use-write.ts'
import { takeOverEntry, useMayTakeOver } from '../take-over.ts'
import type { LeaverEntry } from './leaver-queries.ts'

type LeaverEntriesProps = { title: string; entries: readonly LeaverEntry[]; none: string }

/** Vault entries whose passwords have to be changed after a person left; those that are still unchanged come first. */
export function LeaverEntries({ title, entries, none }: LeaverEntriesProps) {
  const left = entries.filter(({ is_changed }) => !is_changed)
  const changed = entries.filter(({ is_changed }) => is_changed)
  return (
    <Card aria-label={title}>
      <CardHeader>
        <div className="flex items-baseline gap-2">
          <CardTitle>{title}</CardTitle>
          {entries.length > 0 && <span className="text-ink-soft text-sm tabular-nums">{entries.length}</span>}
        </div>
      </CardHeader>
      {entries.length === 0 && <CardContent className="text-ink-soft">{none}</CardContent>}
      {entries.length > 0 && (
        <ul>
          {[...left, ...changed].map((entry) => (
            <EntryLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function EntryLine({ entry }: { entry: LeaverEntry }) {
  const { title, website_url, username, is_changed } = entry
  const details = [username, website_url].filter((detail) => detail !== null)
  return (
    <li className="grid break-inside-avoid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-line border-t px-5 py-3 sm:grid-cols-[auto_minmax(0,1fr)_15rem]">
      {is_changed ? (
        <CircleCheck aria-hidden className="mt-0.5 size-5 text-success" />
      ) : (
        <Circle aria-hidden className="mt-0.5 size-5 text-ink-soft" />
      )}
      <div className="grid min-w-0 content-start gap-0.5">
        <Link
          to={`/dashboard/vault?search=${encodeURIComponent(title)}`}
          className="wrap-anywhere justify-self-start font-medium text-[0.9375rem] underline-offset-2 hover:underline"
        >
          {title}
        </Link>
        {details.length > 0 && (
          <p className="text-ink-soft text-sm">
            <BreakableText>{details.join(' · ')}</BreakableText>
          </p>
        )}
      </div>
      <div className="col-start-2 grid content-start gap-0.5 text-sm sm:col-start-3">
        <p className={is_changed ? 'text-success' : 'font-medium'}>{stateOf(entry)}</p>
        <p className="text-ink-soft">{howTheyKnow(entry)}</p>
        <TakeOver entry={entry} />
      </div>
    </li>
  )
}

function stateOf({ is_changed, password_changed_at, to_change }: LeaverEntry): string {
  if (is_changed) return `Changed ${formatDate(password_changed_at)}`
  if (!to_change.includes('two_step_key')) return 'To be changed'
  return to_change.includes('password') ? 'To be changed, the two-step key too' : 'Two-step key to be changed'
}

/** The button that takes over an entry whose owner left; nothing for an entry that its owner can change. */
function TakeOver({ entry: { id, title } }: { entry: LeaverEntry }) {
  const mayTakeOver = useMayTakeOver()
  const [takeOver, isBusy] = useWrite(takeOverEntry)
  if (!mayTakeOver(id)) return null
  return (
    <Button
      variant="link"
      className="h-auto justify-self-start p-0 print:hidden"
      disabled={isBusy}
      aria-label={`Take over ${title}`}
      onClick={() => void takeOver(id)}
    >
      Take Over
    </Button>
  )
}

function howTheyKnow({ is_theirs, copied_at, viewed_at, owner }: LeaverEntry): string {
  const known = [
    is_theirs && 'Their own',
    copied_at !== null && `Copied ${formatDate(copied_at)}`,
    viewed_at !== null && `Seen ${formatDate(viewed_at)}`,
  ].filter((way) => way !== false)
  return known.length > 0 ? known.join(' · ') : `Shared by ${owner || 'a former colleague'}`
}
