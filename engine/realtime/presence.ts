import type { EntryChanges } from '../bus/bus.ts'
import { isObject, type Payload } from './frames.ts'

type Meta = Payload & { phx_ref: string }
/** One presence: what a member is there with, and under which key. */
export type Present = { key: string; meta: Meta }
/** Who is in a room, wherever they are connected, by an id that never changes. */
export type Presences = Map<string, Present>

type ByKey = Record<string, { metas: Meta[] }>
export type Diff = { joins: ByKey; leaves: ByKey }

/** What a member is with from now on; undefined where it says nothing new. */
export function present(before: Present | undefined, key: string, state: Payload): Present | undefined {
  if (before && sameState(before.meta, state)) return undefined
  const meta = { ...state, phx_ref: crypto.randomUUID(), ...(before && { phx_ref_prev: before.meta.phx_ref }) }
  return { key, meta }
}

/** Changes who is there, and returns what that means to those who watch; undefined if nothing. */
export function change(presences: Presences, changes: EntryChanges): Diff | undefined {
  const joins: Present[] = []
  const leaves: Present[] = []
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

/** Several connections under one key are several metas of it (docs/wire/realtime.md#presence). */
export function byKey(presences: Iterable<Present>): ByKey {
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

/** Only this service writes them, so the shape is all there is to ask. */
const isPresent = (value: unknown): value is Present => isObject(value) && 'meta' in value
