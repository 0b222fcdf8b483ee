import { describe, expect, it } from 'vitest'
import { byKey, change, newPresence, type Presences } from './presence.ts'

const somebody = (key: string, ref: string) => ({ key, meta: { phx_ref: ref } })
const metas = (...refs: string[]) => ({ metas: refs.map((ref) => ({ phx_ref: ref })) })

describe('who is in a room', () => {
  it('changes by joins and leaves, and both in one where somebody changes what they are there with', () => {
    const room: Presences = new Map()
    const [first, second] = [somebody('ana', '1'), somebody('ana', '2')]
    expect(change(room, new Map([['a', first]]))).toEqual({ joins: { ana: metas('1') }, leaves: {} })
    expect(change(room, new Map([['a', second]]))).toEqual({ joins: { ana: metas('2') }, leaves: { ana: metas('1') } })
    expect(change(room, new Map([['a', undefined]]))).toEqual({ joins: {}, leaves: { ana: metas('2') } })
    expect(room.size).toBe(0)
  })

  it('does not change by what is told again, or is no presence', () => {
    const room: Presences = new Map([['a', somebody('ana', '1')]])
    expect(change(room, new Map([['a', somebody('ana', '1')]]))).toBeUndefined()
    expect(change(room, new Map([['b', undefined]]))).toBeUndefined()
    expect(change(room, new Map([['b', 'nonsense']]))).toBeUndefined()
    expect([...room.keys()]).toEqual(['a'])
  })

  it('is one key for several connections of one person', () => {
    const room: Presences = new Map()
    const both = new Map([
      ['a', somebody('ana', '1')],
      ['b', somebody('ana', '2')],
    ])
    expect(change(room, both)).toEqual({ joins: { ana: metas('1', '2') }, leaves: {} })
    expect(byKey(room.values())).toEqual({ ana: metas('1', '2') })
  })
})

describe('what somebody is there with', () => {
  it('has a ref of its own each time, and names the one before', () => {
    const first = newPresence(undefined, 'ana', { mood: 'good' })
    const second = newPresence(first, 'ana', { mood: 'better' })
    expect(first?.meta).toEqual({ mood: 'good', phx_ref: expect.any(String) })
    expect(second?.meta).toEqual({ mood: 'better', phx_ref: expect.any(String), phx_ref_prev: first?.meta.phx_ref })
    expect(second?.meta.phx_ref).not.toBe(first?.meta.phx_ref)
  })

  it('is nothing new when it is the same', () => {
    const first = newPresence(undefined, 'ana', { mood: 'good' })
    expect(newPresence(first, 'ana', { mood: 'good' })).toBeUndefined()
    const second = newPresence(first, 'ana', { mood: 'better' })
    expect(newPresence(second, 'ana', { mood: 'better' })).toBeUndefined()
  })
})
