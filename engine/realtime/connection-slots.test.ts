import { describe, expect, it } from 'vitest'
import { type ConnectionLimits, type ConnectionSlot, ConnectionSlots } from './connection-slots.ts'

const limits: ConnectionLimits = { all: 20, anonymous: 5, perAddress: 4, perPerson: 3 }

/** Slots with these limits, and the connections that were closed for others. */
function slotsWith(changes: Partial<ConnectionLimits> = {}) {
  const slots = new ConnectionSlots({ ...limits, ...changes })
  const gone: string[] = []
  let sockets = 0
  /** The connections, of `count` from one address, that get a slot. */
  const arrive = (address: string, count = 1) =>
    Array.from({ length: count }, () => {
      sockets += 1
      const name = `${address}#${sockets}`
      return slots.take(address, () => gone.push(name))
    }).filter((slot): slot is ConnectionSlot => slot !== undefined)
  return { arrive, gone }
}

describe('sockets that have not signed in', () => {
  it('are limited for each address', () => {
    const { arrive } = slotsWith({ anonymous: 20 })
    const [first] = arrive('office', 4)
    expect(arrive('office')).toEqual([])
    expect(arrive('elsewhere')).toHaveLength(1)
    first?.leave()
    expect(arrive('office')).toHaveLength(1)
  })

  it('lose their oldest one to a newcomer from another address where one address holds many', () => {
    const { arrive, gone } = slotsWith()
    arrive('robot', 4)
    arrive('other robot', 1)
    expect(arrive('ana')).toHaveLength(1)
    expect(arrive('ben')).toHaveLength(1)
    expect(gone).toEqual(['robot#1', 'robot#2'])
    // A newcomer who would then hold as many is refused; otherwise two would replace each other for ever.
    expect(arrive('robot')).toEqual([])
    expect(gone).toHaveLength(2)
  })

  it('replace each other, oldest first, where each address holds one', () => {
    const { arrive, gone } = slotsWith()
    for (const address of ['a', 'b', 'c', 'd', 'e']) arrive(address)
    expect(arrive('ana')).toHaveLength(1)
    expect(gone).toEqual(['a#1'])
  })

  it('are never replaced once they have signed in', () => {
    const { arrive, gone } = slotsWith()
    for (const person of ['ana', 'ben', 'cleo', 'dora', 'eve']) arrive('office').map((slot) => slot.signIn(person))
    expect(arrive('robot', 10)).toHaveLength(4)
    arrive('other robot', 10)
    expect(gone.every((name) => name.includes('robot'))).toBe(true)
  })
})

describe('sockets of signed-in users', () => {
  it('are limited for each user, across addresses', () => {
    const { arrive } = slotsWith()
    for (const address of ['home', 'office', 'train']) {
      expect(arrive(address).map((slot) => slot.signIn('ana'))).toEqual([true])
    }
    const [fourth] = arrive('phone')
    expect(fourth?.signIn('ana')).toBe(false)
    expect(fourth?.signIn('ben')).toBe(true)
    expect(fourth?.signIn('ana')).toBe(true) // stays Ben's
  })

  it('lose one to a user without any where all slots are taken', () => {
    const { arrive, gone } = slotsWith({ all: 5, anonymous: 2 })
    for (const person of ['robot', 'robot', 'robot', 'ben', 'cleo']) arrive(person).map((slot) => slot.signIn(person))
    expect(arrive('ana').map((slot) => slot.signIn('ana'))).toEqual([true])
    expect(gone).toEqual(['robot#1'])
    expect(arrive('dora').map((slot) => slot.signIn('dora'))).toEqual([true])
    // Now everybody holds one slot, and none is free.
    expect(arrive('eve')).toEqual([])
  })

  it('never replace those of the project’s own server', () => {
    const { arrive, gone } = slotsWith({ all: 3, anonymous: 2 })
    for (let number = 0; number < 3; number += 1) for (const slot of arrive('server')) slot.trust()
    expect(arrive('ana')).toEqual([])
    expect(gone).toEqual([])
  })
})
