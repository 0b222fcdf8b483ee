import { Awning } from './awning.tsx'
import { Person } from './person.tsx'

/** The lit shop in full color, with the queue at its door. */
export function YourShop() {
  return (
    <g className="your-shop">
      <rect className="wall" x={1108} y={150} width={230} height={280} />
      <rect className="trim" x={1098} y={138} width={250} height={20} />
      <path className="flag" d="M1223 138v-72h52l-10 14 10 14h-52" />
      <path className="pole" d="M1223 138v-76" />
      {[1130, 1204, 1278].map((x) => (
        <g key={x}>
          <rect className="glass lit" x={x} y={178} width={38} height={56} />
          <path className="line" d={`M${x - 5} 239h48M${x + 19} 178v56`} />
        </g>
      ))}
      <rect className="signboard" x={1116} y={254} width={214} height={40} />
      <text className="lettering" x={1223} y={283}>
        Your shop
      </text>
      <rect className="glass lit" x={1176} y={320} width={148} height={88} />
      <path className="line" d="M1108 416h230M1250 320v88" />
      <Goods />
      <rect className="doorway" x={1122} y={322} width={44} height={108} />
      <Awning x={1104} y={294} width={238} height={46} />
      <Queue />
    </g>
  )
}

/** The goods in the window of the lit shop. */
function Goods() {
  return (
    <path
      className="goods"
      d="M1188 408v-22h18v22zM1212 408v-30q8 -10 16 0v30zM1262 408v-16h24v16zM1266 392a8 8 0 0 1 16 0zM1294 408v-26h18v26z"
    />
  )
}

const queue = [
  { x: 1146, height: 74, coat: 'ink', hair: 'short', skin: 'tan' },
  { x: 1098, height: 68, coat: 'sage', hair: 'bun', skin: 'light' },
  { x: 1064, height: 78, coat: 'signal', hair: 'hat', skin: 'deep' },
  { x: 1026, height: 50, coat: 'butter', hair: 'short', skin: 'deep' },
  { x: 1000, height: 72, coat: 'ink', hair: 'long', skin: 'light' },
  { x: 956, height: 76, coat: 'sky', hair: 'short', skin: 'tan' },
  { x: 918, height: 70, coat: 'rose', hair: 'hat', skin: 'light' },
  { x: 866, height: 75, coat: 'ink', hair: 'bun', skin: 'deep' },
] as const

function Queue() {
  return (
    <>
      {queue.map((person) => (
        <Person key={person.x} {...person} />
      ))}
      <Dog x={884} />
    </>
  )
}

function Dog({ x }: { x: number }) {
  return (
    <g>
      <path className="hair" d={`M${x} 412h20l4 -9 4 4 6 1v5l-8 2v15h-4v-11h-16v11h-4v-14l-5 -8z`} />
      <path className="leash" d={`M${x + 25} 408Q${x + 30} 400 ${x + 32} 394`} />
    </g>
  )
}
