import { Avatar } from '../../ui/avatar.tsx'
import { useMe } from '../me/me.ts'
import type { OnlineUser } from './chat-queries.ts'

type OnlineUsersProps = { users: readonly OnlineUser[]; isConnected: boolean }

/** The people in the room: a strip above the messages on a phone, a column beside them where there is room. */
export function OnlineUsers({ users, isConnected }: OnlineUsersProps) {
  const { id: myId } = useMe()
  return (
    <section
      aria-labelledby="online"
      className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)] border-line border-b px-4 py-3 sm:px-5 lg:border-b-0 lg:border-l lg:py-4"
    >
      <h2 id="online" className="font-semibold text-sm">
        Online Users{isConnected && ` (${users.length})`}
      </h2>
      {isConnected ? (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          className="-mb-1 -ml-2 -mr-4 sm:-mr-5 -outline-offset-3 mt-1 flex min-h-10 gap-x-5 gap-y-2.5 overflow-auto py-1 pr-4 pl-2 sm:pr-5 lg:mt-2 lg:grid lg:content-start"
        >
          {users.map(({ id, name, avatarUrl }) => (
            <li key={id} className="flex shrink-0 items-center gap-2 text-sm lg:min-w-0">
              <Avatar name={name} url={avatarUrl} className="size-8 text-xs" />
              <span title={name} className="max-w-40 truncate lg:max-w-none">
                {name}
              </span>
              {id === myId && <span className="text-ink-soft">(you)</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 flex min-h-8 items-center text-ink-soft text-sm">Shows once you’re connected.</p>
      )}
    </section>
  )
}
