import { Avatar } from '../../ui/avatar.tsx'
import { useMe } from '../me/me.ts'
import type { OnlineUser } from './chat-queries.ts'

type OnlineUsersProps = { users: readonly OnlineUser[]; isConnected: boolean }

/** Who is in the room: a strip above the messages on a phone, a column beside them where there is room. */
export function OnlineUsers({ users, isConnected }: OnlineUsersProps) {
  const { id: myId } = useMe()
  return (
    <section
      aria-labelledby="online"
      className="min-w-0 border-line border-b px-5 py-3 lg:overflow-y-auto lg:border-b-0 lg:border-l lg:py-4"
    >
      <h2 id="online" className="font-semibold text-sm">
        Online Users{isConnected && ` (${users.length})`}
      </h2>
      <ul className="mt-2 flex gap-x-5 gap-y-2.5 overflow-x-auto lg:mt-3 lg:grid">
        {users.map(({ id, name, avatarUrl }) => (
          <li key={id} className="flex shrink-0 items-center gap-2 text-sm lg:min-w-0">
            <Avatar name={name} url={avatarUrl} className="size-8 text-xs" />
            <span className="max-w-40 truncate lg:max-w-none">{name}</span>
            {id === myId && <span className="text-ink-soft">(you)</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
