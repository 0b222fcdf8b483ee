import { useQuery } from '@tanstack/react-query'
import { CountPill } from '../../ui/count-pill.tsx'
import { unreadQuery } from './notice-queries.ts'

/** In the sidebar: how many messages of the chat one has not seen. */
export function UnreadMessages({ isIconOnly }: { isIconOnly: boolean }) {
  const { data } = useQuery(unreadQuery())
  return <CountPill count={data?.messages} what="unread" isIconOnly={isIconOnly} />
}
