import { expect, it } from 'vitest'
import { problemsOf } from './deep-imports.ts'

const shop = { folder: 'shop', name: 'shop', doors: { '.': './doors/shop.ts', './till': './doors/till.ts' } }

const house = {
  'shop/doors/shop.ts': "export { open } from '../opening/open.ts'\nexport type { Hours } from '../opening/hours.ts'",
  'shop/doors/till.ts': "export const pay: typeof Pay = async () => (await import('../till/pay.ts')).pay()",
  'shop/opening/open.ts': "import { pay } from '../till/pay.ts'",
  'street/visitor.ts': "import { open } from 'shop'\nimport { pay } from 'shop/till'\nimport { map } from './map.ts'",
}

const problemsWith = (planted: Record<string, string>, exceptions = {}) =>
  problemsOf(new Map(Object.entries({ ...house, ...planted })), shop, exceptions)

it('lets everybody in through the doors, and the package import itself', () => {
  expect(problemsWith({})).toEqual([])
})

it.each([
  ["import { open } from '../shop/opening/open.ts'", 1, 'shop'],
  ["\nimport type { Hours } from '../shop/opening/hours.ts'", 2, 'shop'],
  ["\nimport {\n  open,\n} from '../shop/opening/open.ts'", 4, 'shop'],
  ["export * from '../shop/opening/open.ts'", 1, 'shop'],
  ["const later = () => import('../shop/till/pay.ts')", 1, 'shop/till'],
  ["let later: typeof import(\n  '../shop/till/pay.ts'\n)", 2, 'shop/till'],
  ["vi.mock('../shop/till/pay.ts')", 1, 'shop/till'],
  ["vi.mock(import('../shop/till/pay.ts'))", 1, 'shop/till'],
  ["new Worker(new URL('../shop/till/pay.ts', import.meta.url))", 1, 'shop/till'],
  ["import '../shop/doors/till.ts'", 1, 'shop/till'],
])('says of %j which door it should be', (text, line, door) => {
  expect(problemsWith({ 'street/burglar.ts': text })).toEqual([
    expect.stringMatching(new RegExp(`^street/burglar.ts:${line} imports shop/.* import it from '${door}'\\.$`)),
  ])
})

it('names all doors where none offers it', () => {
  expect(problemsWith({ 'street/burglar.ts': "import '../shop/safe.ts'" })).toEqual([
    expect.stringContaining('no door offers it. The doors are shop, shop/till'),
  ])
})

it('finds a door that is not there', () => {
  expect(problemsWith({ 'street/burglar.ts': "import 'shop/safe.ts'" })).toEqual([
    'street/burglar.ts:1 imports shop/safe.ts: shop has no such door, only shop, shop/till.',
  ])
})

it('lets a tool name the one file that it has to name', () => {
  const planted = { 'tool.config.ts': "import './shop/tool.config.ts'\nimport './shop/safe.ts'" }
  expect(problemsWith(planted, { 'tool.config.ts': ['shop/tool.config.ts'] })).toEqual([
    expect.stringContaining('tool.config.ts:2'),
  ])
})
