import { Awning } from '../street/awning.tsx'

/** The picture of the 404 page: a closed shop with a note on its shutter. */
export function ClosedShop() {
  const slats = Array.from({ length: 11 }, (_, index) => 196 + index * 16)
  return (
    <svg className="street closed-shop" viewBox="0 0 560 420" aria-hidden="true" focusable="false">
      <rect className="wall" x={90} y={40} width={380} height={340} />
      <rect className="trim" x={76} y={26} width={408} height={22} />
      <rect className="signboard" x={114} y={70} width={332} height={52} />
      <text className="lettering" x={280} y={106}>
        404
      </text>
      <rect className="shutter" x={122} y={190} width={316} height={190} />
      <path className="line" d={slats.map((y) => `M122 ${y}h316`).join('')} />
      <rect className="note" x={216} y={236} width={128} height={84} rx={4} />
      <path className="line" d="M280 214v22" />
      <circle className="nail" cx={280} cy={214} r={5} />
      <text className="lettering note-words" x={280} y={288}>
        Closed
      </text>
      <Awning x={100} y={132} width={360} height={58} />
      <rect className="pavement" x={30} y={380} width={500} height={24} />
      <path className="kerb" d="M30 380h500" />
    </svg>
  )
}
