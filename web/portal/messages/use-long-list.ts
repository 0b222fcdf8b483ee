import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ChatMessage } from './chat-protocol.ts'

/** So many of the latest groups are drawn in any case, and what is on its way; what lies further back only where it is looked at. */
const ALWAYS_DRAWN = 5

/**
 * The list of the messages, which may grow at its beginning too. Whatever comes in above, what one reads stays where it is; and what is far
 * from sight keeps the height that it had and is not drawn, so that ten thousand are no heavier than a hundred: by the group, since the browser looks at each box of its own in each frame.
 */
export function useLongList(frame: RefObject<HTMLElement | null>, messages: readonly ChatMessage[], groups: number) {
  const list = useRef<HTMLDivElement>(null)
  const first = messages[0]?.id
  // The second: the first one says who speaks until it turns out that they spoke before.
  const steady = messages[1]?.id
  const place = useRef<{ first: string; id: string; offset: number }>(undefined)

  useLayoutEffect(() => {
    const rows = list.current
    const { current: before } = place
    if (!rows || !frame.current || first === undefined || steady === undefined) return
    // It says no more who speaks where they spoke before: it is to be measured again.
    if (before && before.first !== first) rowOf(rows, before.first)?.parentElement?.removeAttribute('style')
    const known = before && before.id !== steady ? rowOf(rows, before.id) : undefined
    if (known && before) frame.current.scrollTop += known.offsetTop - before.offset
    place.current = { first, id: steady, offset: rowOf(rows, steady)?.offsetTop ?? 0 }
  }, [first, steady, frame])

  // biome-ignore lint/correctness/useExhaustiveDependencies: again for what came in above, and when many came below
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])].slice(0, -ALWAYS_DRAWN)
    const drawn = rows.filter((row) => row instanceof HTMLElement && row.style.contentVisibility === '')
    // All are measured before the first is changed: one layout, and not one for each.
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
