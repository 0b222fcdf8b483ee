import { useEffect } from 'react'
import { z } from '../../lib/zod.ts'
import { useMe } from './me.ts'

const seen = z.object({ kind: z.enum(['client', 'project']), id: z.uuid() })
export type SeenItem = z.infer<typeof seen>

/** The number of recently viewed clients and projects that the browser remembers. */
const KEPT = 5

const keyOf = (me: string) => `recently-seen/${me}`

/**
 * The clients and projects that this person viewed last in this browser, the latest first. Only ids are stored, no names.
 */
export function recentlySeen(me: string): SeenItem[] {
  try {
    return seen.array().parse(JSON.parse(localStorage.getItem(keyOf(me)) ?? '[]'))
  } catch {
    return []
  }
}

/** Remembers that the person has viewed a client or project. */
export function useRememberSeen(kind: SeenItem['kind'], id: string) {
  const me = useMe().id
  useEffect(() => {
    const others = recentlySeen(me).filter((one) => one.id !== id)
    try {
      localStorage.setItem(keyOf(me), JSON.stringify([{ kind, id }, ...others].slice(0, KEPT)))
    } catch {
      // If localStorage is disabled, no viewed client or project is remembered.
    }
  }, [me, kind, id])
}
