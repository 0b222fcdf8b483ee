import { describe, expect, it } from 'vitest'
import { parseCommand } from './command.ts'

const parse = (typed: string, mayAssign = false) => parseCommand(typed, { mayAssign })

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
    expect(parse(typed)).toEqual({ verb: 'status', name, ...status })
  })

  it.each([
    ['note bakery', { verb: 'note', name: 'bakery', text: '' }],
    ['Bakery note: They called: at 9:30', { verb: 'note', name: 'Bakery', text: 'They called: at 9:30' }],
    ['add note to bakery', { verb: 'note', name: 'bakery', text: '' }],
    ['update bakery: Menu is live', { verb: 'update', name: 'bakery', text: 'Menu is live' }],
    ['deac ben carter', { verb: 'deactivate', name: 'ben carter' }],
    ['reply to vera', { verb: 'reply', name: 'vera' }],
    ['invite jo@north.test Jo Smith', { verb: 'invite', name: 'Jo Smith', email: 'jo@north.test' }],
    ['note harbor review', { verb: 'note', name: 'harbor review', text: '' }],
  ])('"%s" is a command', (typed, meant) => {
    expect(parse(typed)).toEqual(meant)
  })

  it('means an assignment only for whoever assigns, unless it says so', () => {
    expect(parse('bakery ana')).toBeUndefined()
    expect(parse('bakery ana', true)).toEqual({ verb: 'assign', name: 'bakery', to: 'ana' })
    expect(parse('assign harbor bakery to Ana North', true)).toEqual({
      verb: 'assign',
      name: 'harbor bakery',
      to: 'Ana North',
    })
  })

  it.each([
    '',
    'bakery',
    'completed',
    'harbor bakery',
    'ab note',
    'bakery no',
    'planet bakery',
    'invite jo',
    'bakery: 3',
  ])('"%s" means a name and nothing else', (typed) => {
    expect(parse(typed)).toBeUndefined()
  })
})
