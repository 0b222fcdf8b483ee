import type { EntryChanges } from '../bus/bus.ts'
import { isObject, type Payload } from './frames.ts'

type Meta = Payload & { phx_ref: string }
/** One presence: its state, and the key under which it is shown. */
export type Presence = { key: string; meta: Meta }
/** The presences of a room, on all servers, by an id that never changes. */
export type Presences = Map<string, Presence>

type ByKey = Record<string, { metas: Meta[] }>
export type Diff = { joins: ByKey; leaves: ByKey }

/** The new presence of a member; undefined where nothing has changed. */
export function newPresence(before: Presence | undefined, key: string, state: Payload): Presence | undefined {
  if (before && sameState(before.meta, state)) return undefined
  const meta = { ...state, phx_ref: crypto.randomUUID(), ...(before && { phx_ref_prev: before.meta.phx_ref }) }
  return { key, meta }
}

/** Applies changes to the presences and returns the difference for subscribers; undefined if there is none. */
export function change(presences: Presences, changes: EntryChanges): Diff | undefined {
  const joins: Presence[] = []
  const leaves: Presence[] = []
  for (const [id, value] of changes) {
    const before = presences.get(id)
    const now = isPresent(value) ? value : undefined
    if (before?.meta.phx_ref === now?.meta.phx_ref) continue
    if (now) joins.push(now)
    if (before) leaves.push(before)
    if (now) presences.set(id, now)
    else presences.delete(id)
  }
  return joins.length + leaves.length === 0 ? undefined : { joins: byKey(joins), leaves: byKey(leaves) }
}

/** Presences grouped by key; several connections under one key are several metas (docs/wire/realtime.md#presence). */
export function byKey(presences: Iterable<Presence>): ByKey {
  const found = new Map<string, { metas: Meta[] }>()
  for (const { key, meta } of presences) {
    const entry = found.get(key) ?? { metas: [] }
    entry.metas.push(meta)
    found.set(key, entry)
  }
  return Object.fromEntries(found)
}

function sameState({ phx_ref: _, phx_ref_prev: __, ...before }: Meta, state: Payload) {
  return JSON.stringify(before) === JSON.stringify(state)
}

/** Only this service writes presences, so checking the shape is enough. */
const isPresent = (value: unknown): value is Presence => isObject(value) && 'meta' in value
