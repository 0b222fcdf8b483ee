import { useMe } from '../me/me.ts'
import type { OnlineUser } from './chat-queries.ts'
import { typingText } from './typing-text.ts'

type TypingLineProps = { typing: ReadonlyMap<string, boolean>; online: readonly OnlineUser[] }

/**
 * The line that says who is typing. It keeps its height while empty, so that messages do not move. Screen readers skip it: it
 * would never stop talking.
 */
export function TypingLine({ typing, online }: TypingLineProps) {
  const { id: myId } = useMe()
  const names = online.filter(({ id, isTyping }) => id !== myId && (typing.get(id) ?? isTyping)).map(({ name }) => name)
  return <p className="h-6 truncate px-4 pt-0.5 sm:px-5 text-ink-soft text-sm">{typingText(names)}</p>
}
