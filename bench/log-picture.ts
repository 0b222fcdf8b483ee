/** Pictures of lines on logarithmic axes, as SVG that can be read by day and by night and needs nothing else. */

export type Line = { name: string; points: readonly { x: number; y: number }[] }
type Axis = { name: string; from: number; to: number }
type Place = { x: number; y: number; width: number; height: number }
export type Panel = {
  title: string
  place: Place
  x: Axis
  y: Axis
  lines: readonly Line[]
  /** Heights that mean something. */
  marks: readonly { at: number; name: string }[]
}

/** For the title, the names of the axes, and the names of the lines at their ends. */
const MARGIN = { top: 40, right: 132, bottom: 42, left: 52 }
const LABEL_HEIGHT = 14
const COLOURS = 7

// Colours that are told apart on white and on black, also by those who see fewer of them: after Okabe and Ito.
const STYLE = `
  svg { --ink: #1f2328; --soft: #59636e; --grid: #d8dee4; --ground: #ffffff;
    --c0: #0060a8; --c1: #b34700; --c2: #00795a; --c3: #a3357f; --c4: #6b6000; --c5: #3f3f3f; --c6: #5b4bc4 }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --soft: #9aa4af; --grid: #30363d; --ground: #0d1117;
      --c0: #56b4e9; --c1: #ff9a52; --c2: #2fd3a0; --c3: #f08cc8; --c4: #e3d54a; --c5: #c9d1d9; --c6: #a99bff }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--ink) }
  .title { font-weight: 600; font-size: 13px }
  .soft { fill: var(--soft) }
  .grid { stroke: var(--grid) }
  .mark { stroke: var(--soft); stroke-dasharray: 4 4 }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  ${Array.from({ length: COLOURS }, (_, index) => `.c${index} { stroke: var(--c${index}) } text.c${index}, circle.c${index} { stroke: none; fill: var(--c${index}) }`).join('\n  ')}`

export function pictureOf(
  title: string,
  { width, height }: { width: number; height: number },
  panels: readonly string[],
) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>${STYLE}
</style>
<rect width="${width}" height="${height}" fill="var(--ground)"/>
${panels.join('\n')}
</svg>
`
}

export function logPanel({ title, place, x, y, lines, marks }: Panel): string {
  const left = place.x + MARGIN.left
  const right = place.x + place.width - MARGIN.right
  const top = place.y + MARGIN.top
  const bottom = place.y + place.height - MARGIN.bottom
  const atX = scale(x, left, right)
  const atY = scale(y, bottom, top)
  const grid = [
    ...decades(y).map(
      (at) =>
        `<path class="grid" d="M${left} ${atY(at)}H${right}"/>${text(left - 6, atY(at) + 4, short(at), 'soft', 'end')}`,
    ),
    ...decades(x).map((at) => text(atX(at), bottom + 17, short(at), 'soft', 'middle')),
  ]
  const meaning = marks.map(
    ({ at, name }) =>
      `<path class="mark" d="M${left} ${atY(at)}H${right}"/>${text(left + 4, atY(at) - 5, name, 'soft')}`,
  )
  const ends = lines.map(({ points }) => atY(points.at(-1)?.y ?? y.from))
  const labels = apart(ends, bottom)
  const drawn = lines.map(({ name, points }, index) => {
    const colour = `c${index % COLOURS}`
    const path = points.map((point, place) => `${place === 0 ? 'M' : 'L'}${atX(point.x)} ${atY(point.y)}`).join('')
    const dots = points.map((point) => `<circle class="${colour}" cx="${atX(point.x)}" cy="${atY(point.y)}" r="3"/>`)
    const end = atX(points.at(-1)?.x ?? x.to)
    const label = text(end + 9, (labels[index] ?? 0) + 4, name, colour)
    return `<path class="line ${colour}" d="${path}"/>${dots.join('')}${label}`
  })
  return [
    text(place.x + 12, place.y + 22, title, 'title'),
    ...grid,
    text((left + right) / 2, bottom + 35, x.name, 'soft', 'middle'),
    ...meaning,
    ...drawn,
  ].join('\n')
}

const scale =
  ({ from, to }: Axis, start: number, end: number) =>
  (value: number) =>
    round(start + (Math.log(value / from) / Math.log(to / from)) * (end - start))

const round = (value: number) => Math.round(value * 10) / 10

function decades({ from, to }: Axis): number[] {
  const values = []
  for (let value = from; value <= to * 1.001; value *= 10) values.push(value)
  return values
}

const short = (value: number) => value.toLocaleString('en')

/** Where labels stand that would be there, so that none covers another, in their order from above. */
function apart(wanted: readonly number[], lowest: number): number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const placed = [...wanted]
  let free = Number.NEGATIVE_INFINITY
  for (const index of order) {
    placed[index] = Math.max(wanted[index] ?? 0, free)
    free = (placed[index] ?? 0) + LABEL_HEIGHT
  }
  // Those that were pushed below the picture go up again, and push what is above them.
  let ceiling = lowest
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, ceiling)
    ceiling = (placed[index] ?? 0) - LABEL_HEIGHT
  }
  return placed
}

const text = (x: number, y: number, words: string, name: string, anchor = 'start') =>
  `<text x="${round(x)}" y="${round(y)}" class="${name}" text-anchor="${anchor}">${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
