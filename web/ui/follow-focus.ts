import { useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the focus on a thing that goes to another place: browsers drop the focus of an element that leaves its list. The
 * returned function names the thing and the place before it goes. Its link or button has the attribute `data-thing`.
 */
export function useFollowingFocus(placeOf: (id: string) => string | undefined) {
  const followed = useRef<{ id: string; place: string }>(undefined)
  useEffect(() => {
    if (!followed.current || document.activeElement !== document.body) return
    const { id, place } = followed.current
    if (placeOf(id) !== place) return
    followed.current = undefined
    document.querySelector<HTMLElement>(`[data-thing="${id}"]`)?.focus()
  })
  return useCallback((thing: { id: string; place: string } | undefined) => {
    followed.current = thing
  }, [])
}
