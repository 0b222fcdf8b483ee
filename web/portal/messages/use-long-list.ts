import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ChatMessage } from './chat-protocol.ts'

/**
 * The number of latest message groups that are always rendered; earlier groups are rendered only while they are in sight.
 */
const ALWAYS_DRAWN = 5

/**
 * A list of messages that may also grow at its beginning, without moving the messages in sight. Groups out of sight keep their
 * measured height and are not painted, so that ten thousand messages cost no more than a hundred. Groups are used because the
 * browser checks each box with a visibility of its own in every frame.
 */
export function useLongList(frame: RefObject<HTMLElement | null>, messages: readonly ChatMessage[], groups: number) {
  const list = useRef<HTMLDivElement>(null)
  const first = messages[0]?.id
  // The second row is the reference for scrolling: the first shows its author until an earlier message by the same
  // author arrives.
  const steady = messages[1]?.id
  const place = useRef<{ first: string; id: string; offset: number }>(undefined)

  useLayoutEffect(() => {
    const rows = list.current
    const { current: before } = place
    if (!rows || !frame.current || first === undefined || steady === undefined) return
    // A first row that loses its author's name changes its height and is measured again.
    if (before && before.first !== first) rowOf(rows, before.first)?.parentElement?.removeAttribute('style')
    const known = before && before.id !== steady ? rowOf(rows, before.id) : undefined
    if (known && before) frame.current.scrollTop += known.offsetTop - before.offset
    place.current = { first, id: steady, offset: rowOf(rows, steady)?.offsetTop ?? 0 }
  }, [first, steady, frame])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for earlier messages, and when many new ones came
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])].slice(0, -ALWAYS_DRAWN)
    const drawn = rows.filter((row) => row instanceof HTMLElement && row.style.contentVisibility === '')
    // Heights of all rows are measured before the first is changed, which costs one layout instead of one for each row.
    const heights = drawn.map((row) => row.getBoundingClientRect().height)
    for (const [index, row] of drawn.entries()) {
      if (!(row instanceof HTMLElement)) continue
      row.style.containIntrinsicBlockSize = `auto ${heights[index]}px`
      row.style.contentVisibility = 'auto'
    }
  }, [first, groups])

  return list
}

const rowOf = (rows: HTMLElement, id: string) =>
  rows.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`) ?? undefined
