import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Line, logPanel, pictureOf } from './log-picture.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/performance-tables.md')
const picture = join(root, 'docs/pictures/growth.svg')

/** Of the list of clients, those that go apart from each other. */
const DRAWN = {
  'first page': 'first page',
  'page in the middle': 'page in the middle',
  'first page by name': 'by name',
  'search: one in 23': 'search, one in 23',
  'search: nobody': 'search, nobody',
  'count alone': 'count alone',
  'palette, "bakrey"': 'palette, misspelt',
}

/** Draws how it grows by the tables that the benches have written: time by clients, and memory and time by sockets. */
export async function drawGrowth(): Promise<void> {
  const text = await readFile(page, 'utf8')
  const clients = tableOf(text, 'growth').filter(({ on }) => on === 'PostgreSQL')
  const sockets = tableOf(text, 'idle-sockets')
  const kinds = [...new Set(sockets.map(({ kind = '' }) => kind))]
  const ofKinds = (column: string): Line[] =>
    kinds.map((name) =>
      lineOf(
        name,
        sockets.filter(({ kind }) => kind === name),
        'sockets',
        column,
      ),
    )
  const ofSockets = (
    title: string,
    { from, column, name }: { from: number; column: string; name: string },
    top: number,
  ) =>
    logPanel({
      title,
      place: { x: 570, y: top, width: 390, height: 235 },
      x: { name: 'idle sockets', from: 100, to: 10_000 },
      y: { name, from, to: 1_000 },
      lines: ofKinds(column),
      marks: [],
    })
  const svg = pictureOf('How it grows: time by clients, memory and time by sockets', { width: 960, height: 470 }, [
    logPanel({
      title: 'What the list of clients takes, ms (p50, PostgreSQL)',
      place: { x: 0, y: 0, width: 560, height: 470 },
      x: { name: 'clients of the agency', from: 1_000, to: 1_000_000 },
      y: { name: 'ms', from: 1, to: 10_000 },
      lines: Object.entries(DRAWN).map(([column, name]) => lineOf(name, clients, 'clients', column)),
      marks: [
        { at: 500, name: 'a list’s budget, 500 ms' },
        { at: 8_000, name: 'where a statement is ended, 8 s' },
      ],
    }),
    ofSockets('Memory of a server, MB (RSS)', { from: 100, column: 'RSS, MB', name: 'MB' }, 0),
    ofSockets(
      'Until a room sees a message among them, ms (p95)',
      { from: 1, column: 'message, p95 ms', name: 'ms' },
      235,
    ),
  ])
  await mkdir(dirname(picture), { recursive: true })
  await writeFile(picture, svg)
}

type Row = Record<string, string>

/** The table between the marks of a bench. */
function tableOf(text: string, name: string): Row[] {
  const [, between = ''] = text.split(new RegExp(`<!-- /?${name} -->`))
  const [head = [], , ...rows] = between
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return rows.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ''])))
}

/** Of `p50 / p95` the first; what was refused is no point. */
const lineOf = (name: string, rows: readonly Row[], x: string, y: string): Line => ({
  name,
  points: rows.map((row) => ({ x: numberIn(row[x]), y: numberIn(row[y]) })).filter((point) => Number.isFinite(point.y)),
})

const numberIn = (cell = '') => Number.parseFloat(cell.replaceAll(',', ''))
