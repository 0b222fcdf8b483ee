import { describe, expect, it } from 'vitest'
import { parseCommand } from './command.ts'

const asked = (typed: string, mayAssign = false) => parseCommand(typed, { mayAssign })

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
    expect(asked(typed)).toEqual({ deed: 'status', name, ...status })
  })

  it.each([
    ['note bakery', { deed: 'note', name: 'bakery', text: '' }],
    ['Bakery note: They called: at 9:30', { deed: 'note', name: 'Bakery', text: 'They called: at 9:30' }],
    ['add note to bakery', { deed: 'note', name: 'bakery', text: '' }],
    ['update bakery: Menu is live', { deed: 'update', name: 'bakery', text: 'Menu is live' }],
    ['deac ben carter', { deed: 'deactivate', name: 'ben carter' }],
    ['reply to vera', { deed: 'reply', name: 'vera' }],
    ['invite jo@north.test Jo Smith', { deed: 'invite', name: 'Jo Smith', email: 'jo@north.test' }],
    ['note harbor review', { deed: 'note', name: 'harbor review', text: '' }],
  ])('"%s" means a deed', (typed, meant) => {
    expect(asked(typed)).toEqual(meant)
  })

  it('means an assignment only for whoever assigns, unless it says so', () => {
    expect(asked('bakery ana')).toBeUndefined()
    expect(asked('bakery ana', true)).toEqual({ deed: 'assign', name: 'bakery', to: 'ana' })
    expect(asked('assign harbor bakery to Ana North', true)).toEqual({
      ...{ deed: 'assign', name: 'harbor bakery', to: 'Ana North' },
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
    expect(asked(typed)).toBeUndefined()
  })
})
