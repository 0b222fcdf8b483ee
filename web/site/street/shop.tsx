import { Awning } from './awning.tsx'
import { type Facade, GROUND } from './facade.ts'

/** An uncoloured shop: roof, upper windows, sign, awning, shop window and door. */
export function Shop({ facade }: { facade: Facade }) {
  const { x, width, height, paint } = facade
  const top = GROUND - height
  return (
    <g className={`paint-${paint}`}>
      <Roof facade={facade} top={top} />
      <rect className="wall" x={x} y={top} width={width} height={height} />
      {facade.roof === 'cornice' && <rect className="trim" x={x - 6} y={top - 4} width={width + 12} height={14} />}
      <UpperWindows facade={facade} top={top} />
      <GroundFloor facade={facade} />
    </g>
  )
}

type Part = { facade: Facade; top: number }

function Roof({ facade: { x, width, roof }, top }: Part) {
  const middle = x + width / 2
  if (roof === 'gable') return <path className="wall" d={`M${x} ${top}L${middle} ${top - 62}L${x + width} ${top}z`} />
  if (roof === 'arch') {
    return (
      <path
        className="wall"
        d={`M${x} ${top}h${width * 0.16}q${width * 0.34} -70 ${width * 0.68} 0h${width * 0.16}z`}
      />
    )
  }
  if (roof === 'steps') {
    const step = width / 5
    return <path className="wall" d={`M${x} ${top}h${step}v-22h${step}v-22h${step}v22h${step}v22h${step}z`} />
  }
  if (roof === 'mansard') {
    return (
      <>
        <path className="trim" d={`M${x} ${top}l20 -58h${width - 40}l20 58z`} />
        <rect className="glass" x={middle - 46} y={top - 44} width={26} height={32} />
        <rect className="glass" x={middle + 20} y={top - 44} width={26} height={32} />
      </>
    )
  }
  return null
}

const FLOOR = 76
const GROUND_FLOOR = 158

function UpperWindows({ facade: { x, width, height }, top }: Part) {
  const floors = Math.floor((height - GROUND_FLOOR - 8) / FLOOR)
  const columns = width > 180 ? 3 : 2
  const gap = width / columns
  const windows = Array.from({ length: floors * columns }, (_, index) => ({
    left: x + (index % columns) * gap + gap / 2 - 15,
    above: top + 28 + Math.floor(index / columns) * FLOOR,
    // Every fifth upper window of a shop is lit, which is visible at night only.
    lit: (index + Math.round(x / 7)) % 5 === 0,
  }))
  return windows.map(({ left, above, lit }) => (
    <g key={`${left} ${above}`}>
      <rect className={lit ? 'glass lit' : 'glass'} x={left} y={above} width={30} height={44} />
      <path className="line" d={`M${left - 4} ${above + 48}h38M${left + 15} ${above}v44`} />
    </g>
  ))
}

function GroundFloor({ facade: { x, width, sign, door, awning } }: { facade: Facade }) {
  const doorLeft = door === 'left' ? x + 16 : x + width - 54
  const windowLeft = door === 'left' ? x + 66 : x + 14
  const windowWidth = width - 80
  return (
    <>
      <rect className="signboard" x={x + 10} y={GROUND - 152} width={width - 20} height={30} />
      <text className="lettering" x={x + width / 2} y={GROUND - 131}>
        {sign}
      </text>
      <rect className="glass" x={windowLeft} y={GROUND - 104} width={windowWidth} height={80} />
      <path className="line" d={`M${windowLeft + windowWidth / 2} ${GROUND - 104}v80M${x} ${GROUND - 12}h${width}`} />
      <rect className="door" x={doorLeft} y={GROUND - 100} width={38} height={100} />
      <rect className="glass" x={doorLeft + 8} y={GROUND - 90} width={22} height={40} />
      {awning !== 'none' && (
        <Awning x={x + 4} y={GROUND - 120} width={width - 8} height={34} striped={awning === 'striped'} />
      )}
    </>
  )
}
