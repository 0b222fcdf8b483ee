import { describe, expect, it } from 'vitest'
import { parseCommand } from './command.ts'

describe('[shell.md#palette-commands] what is typed into the palette', () => {
  it.each([
    ['bakery completed', 'bakery', { ofProject: 'completed', ofClient: 'completed' }],
    ['complete bakery', 'bakery', { ofProject: 'completed', ofClient: 'completed' }],
    ['mark Harbor Bakery as done', 'Harbor Bakery', { ofProject: 'completed', ofClient: 'completed' }],
    ['bakery rev', 'bakery', { ofProject: 'review' }],
    ['bakery on hold', 'bakery', { ofProject: 'on_hold' }],
    ['in progress bakery website', 'bakery website', { ofProject: 'in_progress' }],
    ['bakery paused', 'bakery', { ofClient: 'paused' }],
  ])('"%s" means a status', (typed, name, status) => {
    expect(parseCommand(typed)).toEqual({ verb: 'status', name, ...status })
  })

  it.each([
    ['note bakery', { verb: 'note', name: 'bakery', text: '' }],
    ['Bakery note: They called: at 9:30', { verb: 'note', name: 'Bakery', text: 'They called: at 9:30' }],
    ['add note to bakery', { verb: 'note', name: 'bakery', text: '' }],
    ['update bakery: Menu is live', { verb: 'update', name: 'bakery', text: 'Menu is live' }],
    ['reply to vera', { verb: 'reply', name: 'vera' }],
    ['note harbor review', { verb: 'note', name: 'harbor review', text: '' }],
  ])('"%s" is a command', (typed, meant) => {
    expect(parseCommand(typed)).toEqual(meant)
  })

  it.each([
    ['contact bakery friday: send the offer', 'bakery', '2026-12-04', 'send the offer'],
    ['contact Harbor Bakery today', 'Harbor Bakery', '2026-11-27', ''],
    ['contact bakery on dec 3: call', 'bakery', '2026-12-03', 'call'],
    ['contact bakery 3 dec', 'bakery', '2026-12-03', ''],
    ['contact bakery in two weeks', 'bakery', '2026-12-11', ''],
    ['contact bakery mon', 'bakery', '2026-11-30', ''],
    ['contact bakery nov 3', 'bakery', '2027-11-03', ''],
    ['contact bakery 2026-12-31', 'bakery', '2026-12-31', ''],
    ['contact sun bakery sunday', 'sun bakery', '2026-11-29', ''],
    ['contact café 24 tomorrow', 'café 24', '2026-11-28', ''],
  ])('[clients.md#next-contact] "%s" plans a contact', (typed, name, day, text) => {
    // November 27, 2026 is a Friday.
    expect(parseCommand(typed, '2026-11-27')).toEqual({ verb: 'contact', name, day, text })
  })

  it.each([
    ['contact bakery', 'bakery', ''],
    ['contact bakery: send the offer', 'bakery', 'send the offer'],
    ['contact bakery yesterday', 'bakery yesterday', ''],
    ['contact bakery feb 30', 'bakery feb 30', ''],
    ['contact friday', 'friday', ''],
  ])('[clients.md#next-contact] "%s" has no day', (typed, name, text) => {
    expect(parseCommand(typed, '2026-11-27')).toEqual({ verb: 'contact', name, day: undefined, text })
  })

  it.each([
    '',
    'bakery',
    'completed',
    'harbor bakery',
    'ab note',
    'bakery no',
    'planet bakery',
    'assign bakery to ana',
    'deactivate ben carter',
    'invite jo@north.test Jo Smith',
    'bakery: 3',
  ])('"%s" means a name and nothing else', (typed) => {
    expect(parseCommand(typed)).toBeUndefined()
  })
})
