import { describe, expect, it } from 'vitest'
import { type ConnectionLimits, type ConnectionSlot, ConnectionSlots } from './connection-slots.ts'

const limits: ConnectionLimits = { all: 20, anonymous: 5, perAddress: 4, perPerson: 3 }

/** Slots with these limits, and the connections that were closed for others. */
function house(changes: Partial<ConnectionLimits> = {}) {
  const places = new ConnectionSlots({ ...limits, ...changes })
  const gone: string[] = []
  let sockets = 0
  /** The connections, of `count` from one address, that get a slot. */
  const arrive = (address: string, count = 1) =>
    Array.from({ length: count }, () => {
      sockets += 1
      const name = `${address}#${sockets}`
      return places.take(address, () => gone.push(name))
    }).filter((place): place is ConnectionSlot => place !== undefined)
  return { arrive, gone }
}

describe('sockets that have not signed in', () => {
  it('are so many from one address', () => {
    const { arrive } = house({ anonymous: 20 })
    const [first] = arrive('office', 4)
    expect(arrive('office')).toEqual([])
    expect(arrive('elsewhere')).toHaveLength(1)
    first?.leave()
    expect(arrive('office')).toHaveLength(1)
  })

  it('leave room for whoever comes from elsewhere, who takes the place of the oldest of the many', () => {
    const { arrive, gone } = house()
    arrive('robot', 4)
    arrive('other robot', 1)
    expect(arrive('ana')).toHaveLength(1)
    expect(arrive('ben')).toHaveLength(1)
    expect(gone).toEqual(['robot#1', 'robot#2'])
    // A newcomer who would then hold as many is refused; otherwise two would replace each other for ever.
    expect(arrive('robot')).toEqual([])
    expect(gone).toHaveLength(2)
  })

  it('give way to each other, oldest first, where each address holds one', () => {
    const { arrive, gone } = house()
    for (const address of ['a', 'b', 'c', 'd', 'e']) arrive(address)
    expect(arrive('ana')).toHaveLength(1)
    expect(gone).toEqual(['a#1'])
  })

  it('never give way once they have signed in', () => {
    const { arrive, gone } = house()
    for (const person of ['ana', 'ben', 'cleo', 'dora', 'eve']) arrive('office').map((place) => place.signIn(person))
    expect(arrive('robot', 10)).toHaveLength(4)
    arrive('other robot', 10)
    expect(gone.every((name) => name.includes('robot'))).toBe(true)
  })
})

describe('sockets of people', () => {
  it('are so many of one person, wherever they are', () => {
    const { arrive } = house()
    for (const address of ['home', 'office', 'train']) {
      expect(arrive(address).map((place) => place.signIn('ana'))).toEqual([true])
    }
    const [fourth] = arrive('phone')
    expect(fourth?.signIn('ana')).toBe(false)
    expect(fourth?.signIn('ben')).toBe(true)
    expect(fourth?.signIn('ana')).toBe(true) // stays Ben's
  })

  it('are taken from whoever holds the most where every place is taken', () => {
    const { arrive, gone } = house({ all: 5, anonymous: 2 })
    for (const person of ['robot', 'robot', 'robot', 'ben', 'cleo']) arrive(person).map((place) => place.signIn(person))
    expect(arrive('ana').map((place) => place.signIn('ana'))).toEqual([true])
    expect(gone).toEqual(['robot#1'])
    expect(arrive('dora').map((place) => place.signIn('dora'))).toEqual([true])
    // Now everybody holds one slot, and none is free.
    expect(arrive('eve')).toEqual([])
  })

  it('leave the project’s own servers alone', () => {
    const { arrive, gone } = house({ all: 3, anonymous: 2 })
    for (let number = 0; number < 3; number += 1) for (const place of arrive('server')) place.trust()
    expect(arrive('ana')).toEqual([])
    expect(gone).toEqual([])
  })
})
