import { expect, it } from 'vitest'
import type { Floor } from './floors.ts'
import { problemsOf } from './upward-imports.ts'

const floors: readonly Floor[] = [
  { name: 'features', isApart: true, rooms: ['clients', 'projects'] },
  { name: 'parts', rooms: ['list', 'people'] },
  { name: 'lib', rooms: ['lib', 'agency.ts'] },
]

const house = {
  'clients/table.ts':
    "import './cells.ts'\nimport { rows } from '../list/rows.ts'\nimport { day } from '../lib/day.ts'",
  'clients/cells.ts': '',
  'projects/table.ts': '',
  'list/rows.ts': "import { person } from '../people/person.ts'",
  'people/person.ts': '',
  'lib/day.ts': "import { hours } from '../agency.ts'",
  'agency.ts': '',
}

const problemsWith = (planted: Record<string, string>) =>
  problemsOf(new Map(Object.entries({ ...house, ...planted })), floors)

it('lets every import go down', () => {
  expect(problemsWith({})).toEqual([])
})

it.each([
  ["import { a } from '../clients/cells.ts'", 1],
  ["import type { A } from '../clients/cells.ts'", 1],
  ["\nimport {\n  a,\n} from '../clients/cells.ts'", 4],
  ["export { a } from '../clients/cells.ts'", 1],
  ["import '../clients/cells.ts'", 1],
  ["\nconst later = () => import('../clients/cells.ts')", 2],
  ["new Worker(new URL('../clients/cells.ts', import.meta.url))", 1],
])('says where %j goes up, and what to do', (text, line) => {
  const [problem, ...others] = problemsWith({ 'people/person.ts': text })
  expect(problem).toMatch(
    new RegExp(
      `^people/person.ts:${line} goes up to clients/cells.ts: clients \\(features\\) stands above people \\(parts\\)`,
    ),
  )
  expect(problem).toContain(`Move what line ${line} imports down to people, or pass it in.`)
  expect(others).toEqual([])
})

it('orders the rooms of a floor too', () => {
  expect(problemsWith({ 'people/person.ts': "import '../list/rows.ts'" })).toEqual([
    expect.stringContaining('people/person.ts:1 goes up to list/rows.ts'),
  ])
})

it.each([
  ['clients/table.ts', '../projects/table.ts'],
  ['projects/table.ts', '../clients/table.ts'],
])('keeps rooms apart that do not know each other: %s', (file, other) => {
  const [problem, ...others] = problemsWith({ [file]: `import '${other}'` })
  expect(problem).toMatch(/^(clients|projects)\/table.ts:1 goes over to .* \(features\) do not import each other\./)
  expect(problem).toContain('Move what line 1 imports down to parts, or pass it in.')
  expect(others).toEqual([])
})

it('lets a folder in a room be a room of its own', () => {
  const inside = [{ name: 'tools', rooms: ['scripts'] }, ...floors, { name: 'scenes', rooms: ['scripts/testing'] }]
  const planted = {
    ...house,
    'scripts/start.ts': "import '../clients/table.ts'\nimport './testing/scene.ts'",
    'scripts/testing/scene.ts': '',
    'list/rows.ts': "import '../scripts/testing/scene.ts'",
  }
  expect(problemsOf(new Map(Object.entries(planted)), inside)).toEqual([])
  const upward = { ...planted, 'scripts/testing/scene.ts': "import '../start.ts'" }
  expect(problemsOf(new Map(Object.entries(upward)), inside)).toEqual([
    expect.stringMatching(/^scripts\/testing\/scene.ts:1 goes up to scripts\/start.ts/),
  ])
})

it('asks where a new folder stands, and to forget one that is gone', () => {
  expect(problemsWith({ 'reports/table.ts': '' })).toEqual([expect.stringMatching(/^reports\/table.ts is on no floor/)])
  const { 'projects/table.ts': _, ...others } = house
  expect(problemsOf(new Map(Object.entries(others)), floors)).toEqual(['projects is on a floor, but not there.'])
})
