import { dirname, join } from 'node:path/posix'
import type { Floor } from './floors.ts'

/** The text of each source file by its path in the package. */
export type Sources = ReadonlyMap<string, string>

type Room = { path: string; floor: Floor; rank: number }

/** A line for each import that does not go down, and for each file and room that the floors do not know. */
export function problemsOf(sources: Sources, floors: readonly Floor[]): string[] {
  const rooms = floors
    .flatMap((floor) => floor.rooms.map((path) => ({ path, floor })))
    .map((room, rank): Room => ({ ...room, rank }))
  const innermost = rooms.toSorted((a, b) => b.path.length - a.path.length)
  const roomOf = (file: string) => innermost.find(({ path }) => file === path || file.startsWith(`${path}/`))
  const files = [...sources.keys()]
  return [
    ...rooms
      .filter((room) => !files.some((file) => roomOf(file) === room))
      .map(({ path }) => `${path} is on a floor, but not there.`),
    ...[...sources].flatMap(([file, text]) => {
      const room = roomOf(file)
      if (!room) return [`${file} is on no floor: say in scripts/floors/floors.ts where its folder stands.`]
      return importsOf(file, text).flatMap(({ line, target }) => {
        const reason = sources.has(target) && refusal(room, roomOf(target))
        return reason ? [`${file}:${line} imports ${target}: ${reason}`] : []
      })
    }),
  ]
}

function refusal(from: Room, to: Room | undefined): string | undefined {
  if (!to || to === from) return
  if (to.floor === from.floor && from.floor.isApart) {
    return `${from.floor.name} do not import each other. Move what both need down, or pass it in from above.`
  }
  if (to.rank < from.rank) {
    return `${to.path} (${to.floor.name}) stands above ${from.path} (${from.floor.name}). Move what is needed down, or pass it in.`
  }
}

/** Relative ones: those of other packages are biome's to check. */
function importsOf(file: string, text: string) {
  const specifiers = /\b(?:from|import|new URL)\s*\(?\s*'(\.\.?\/[^'?]+)/g
  return Array.from(text.matchAll(specifiers), ({ index, 1: specifier = '' }) => ({
    line: text.slice(0, index).split('\n').length,
    target: join(dirname(file), specifier),
  }))
}
