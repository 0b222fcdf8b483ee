import { GROUND } from './facade.ts'

type PersonProps = {
  x: number
  height: number
  coat: 'ink' | 'sage' | 'signal' | 'butter' | 'sky' | 'rose'
  hair: 'short' | 'long' | 'bun' | 'hat'
  skin: 'light' | 'tan' | 'deep'
}

/** A person looking right, towards the door. `height` is the distance from the ground to the top of the head. */
export function Person({ x, height, coat, hair, skin }: PersonProps) {
  const crown = GROUND - height
  const shoulders = crown + 17
  const hem = GROUND - height * 0.3
  return (
    <g>
      <path className="legs" d={`M${x - 5} ${hem}V${GROUND}h7M${x + 5} ${hem}V${GROUND}h7`} />
      <path className={`coat-${coat}`} d={`M${x - 9} ${shoulders + 8}q0 -9 9 -9t9 9L${x + 12} ${hem + 3}H${x - 12}z`} />
      <circle className={`skin-${skin}`} cx={x + 1} cy={crown + 9} r={8} />
      {hair === 'hat' && <path className="hair" d={`M${x - 10} ${crown + 6}h22v-3h-5v-7h-12v7h-5z`} />}
      {hair === 'long' && <path className="hair" d={`M${x + 4} ${crown}q-14 -2 -13 10v14h7v-15q6 0 6 -9z`} />}
      {hair !== 'hat' && hair !== 'long' && (
        <path className="hair" d={`M${x - 8} ${crown + 10}q0 -11 9 -11t8 8q-8 3 -10 1l-2 4z`} />
      )}
      {hair === 'bun' && <circle className="hair" cx={x - 6} cy={crown} r={5} />}
    </g>
  )
}
