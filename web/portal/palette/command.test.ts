import { describe, expect, it } from 'vitest'
import { parseCommand } from './command.ts'

describe('[shell.md#what-the-palette-does] what is typed into the palette', () => {
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
