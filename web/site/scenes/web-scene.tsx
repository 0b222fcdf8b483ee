import { Awning } from '../street/awning.tsx'

/** The picture of web development: a shop window as a web page, and a sign as the same page on a phone. */
export function WebScene() {
  return (
    <>
      <rect className="wall" x={70} y={-10} width={400} height={440} />
      <rect className="signboard" x={96} y={36} width={348} height={46} />
      <text className="lettering" x={270} y={68}>
        Lane’s Bakery
      </text>
      <rect className="glass" x={104} y={130} width={236} height={200} />
      <rect className="sheet" x={118} y={152} width={208} height={164} />
      <rect className="ink" x={134} y={172} width={96} height={14} />
      <rect className="ink" x={134} y={192} width={66} height={14} />
      <path className="faint" d="M134 224h84M134 236h74M134 248h80" />
      <rect className="paint" x={134} y={272} width={72} height={26} rx={3} />
      <Loaf x={238} y={180} />
      <rect className="door" x={366} y={140} width={78} height={240} />
      <rect className="glass" x={380} y={156} width={50} height={110} />
      <path className="line" d="M70 352h296M104 330h236" />
      <Awning x={84} y={92} width={372} height={52} />
      <rect className="pavement" x={-20} y={380} width={640} height={60} />
      <path className="kerb" d="M-20 380h640" />
      <path className="line" d="M504 396l10 -156M594 396l-10 -156" />
      <rect className="sheet edged" x={500} y={222} width={98} height={152} rx={8} />
      <rect className="ink" x={512} y={240} width={56} height={10} />
      <Loaf x={516} y={262} size={0.8} />
      <rect className="paint" x={512} y={340} width={74} height={20} rx={3} />
    </>
  )
}

function Loaf({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <rect className="fill-facade-butter" width={76} height={84} />
      <path className="crust" d="M10 66q-8 -30 16 -34q14 -10 26 0q22 4 14 34z" />
      <path className="line" d="M26 42l6 12M40 40l6 12" />
    </g>
  )
}
