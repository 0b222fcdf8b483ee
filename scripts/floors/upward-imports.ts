import { dirname, join } from 'node:path/posix'
import type { Floor } from './floors.ts'

/** The text of each source file, by its path in the package. */
export type Sources = ReadonlyMap<string, string>

type Room = { path: string; floor: Floor; below: Floor | undefined; rank: number }

/** Reports each import that does not go down, and each file or room that the floors do not list. */
export function problemsOf(sources: Sources, floors: readonly Floor[]): string[] {
  const rooms = floors
    .flatMap((floor, index) => floor.rooms.map((path) => ({ path, floor, below: floors[index + 1] })))
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
        const refused = sources.has(target) && refusal(room, roomOf(target))
        if (!refused) return []
        const { way, because, to } = refused
        return [
          `${file}:${line} goes ${way} to ${target}: ${because}. Move what line ${line} imports ${to}, or pass it in.`,
        ]
      })
    }),
  ]
}

/** Why one room may not import the other, and where the imported code may go instead; undefined if it may. */
function refusal(from: Room, to: Room | undefined): { way: string; because: string; to: string } | undefined {
  if (!to || to === from) return
  if (to.floor === from.floor && from.floor.isApart) {
    const because = `${from.path} and ${to.path} (${from.floor.name}) do not import each other`
    return { way: 'over', because, to: `down to ${from.below?.name ?? 'a floor below'}` }
  }
  if (to.rank < from.rank) {
    const because = `${to.path} (${to.floor.name}) stands above ${from.path} (${from.floor.name})`
    return { way: 'up', because, to: `down to ${from.path}` }
  }
}

/** Relative imports only: biome checks those of other packages. */
function importsOf(file: string, text: string) {
  const specifiers = /\b(?:from|import|new URL)\s*\(?\s*'(\.\.?\/[^'?]+)/g
  return Array.from(text.matchAll(specifiers), ({ index, 1: specifier = '' }) => ({
    line: text.slice(0, index).split('\n').length,
    target: join(dirname(file), specifier),
  }))
}
