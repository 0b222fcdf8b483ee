import { Clock, FolderKanban, HandHelping, Inbox, KeyRound, type LucideIcon, Reply } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { NoticeRow, NoticeText } from './notice.ts'

type NoticeItemProps = { notice: NoticeRow & { text: NoticeText }; onFollow: () => void }

/** The actor and the action of a notice, a line about its subject, and its age. An unread notice has a mark at its edge. */
export function NoticeItem({ notice: { text, actor, created_at, read_at }, onFollow }: NoticeItemProps) {
  const isUnread = read_at === null
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        to={text.to}
        onClick={onFollow}
        className={cn(
          'flex items-start gap-3 py-3 pr-5 pl-4 hover:bg-paper-deep focus-visible:-outline-offset-2',
          'border-l-4',
          isUnread ? 'border-l-light' : 'border-l-transparent',
        )}
      >
        {text.kind === 'colleague' ? (
          <Avatar name={text.who} url={actor?.avatar_url ?? null} className="mt-0.5 size-8 text-xs" />
        ) : (
          <Picture Icon={icons[text.kind]} />
        )}
        <span className="min-w-0 flex-1 text-sm">
          <span className={cn('wrap-anywhere block', isUnread && 'font-medium')}>
            <span className="font-semibold">{text.who}</span> {text.what}
            {isUnread && <span className="sr-only"> (unread)</span>}
          </span>
          <span className="wrap-anywhere line-clamp-2 text-ink-soft">{text.about}</span>
        </span>
        <span className="shrink-0 text-ink-soft text-xs leading-5">
          <TimeAgo moment={created_at} />
        </span>
      </Link>
    </li>
  )
}

const icons = {
  client: Reply,
  enquiry: Inbox,
  request: HandHelping,
  secret: KeyRound,
  late: Clock,
  nobody: FolderKanban,
} as const

const Picture = ({ Icon }: { Icon: LucideIcon }) => (
  <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-paper-deep text-ink-soft">
    <Icon aria-hidden className="size-4" />
  </span>
)
