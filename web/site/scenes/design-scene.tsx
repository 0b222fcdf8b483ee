/** The picture of graphic design: a half-painted sign, and a ladder in front of it. */
export function DesignScene() {
  return (
    <>
      <rect className="wall" x={40} y={-10} width={520} height={440} />
      <rect className="paint outlined" x={78} y={64} width={444} height={126} />
      <rect className="inlay" x={90} y={76} width={420} height={102} />
      <text className="hand painted" x={112} y={152}>
        Flow
      </text>
      <text className="hand pencilled" x={286} y={152}>
        ers
      </text>
      <rect className="glass" x={78} y={226} width={200} height={128} />
      <path className="line" d="M178 226v128M40 366h520" />
      <rect className="door" x={446} y={226} width={84} height={154} />
      <rect className="glass" x={460} y={242} width={56} height={62} />
      <rect className="pavement" x={-20} y={380} width={640} height={60} />
      <path className="kerb" d="M-20 380h640" />
      <path className="ladder" d="M312 392L352 196M388 392L398 196M320 356h66M328 316h60M336 276h58M344 236h52" />
      <g transform="translate(372 214) scale(1.5)">
        <path className="coat-ink" d="M-16 14q0 -22 14 -22t14 22l2 46h-32z" />
        <path className="arm" d="M-8 0L-38 -42" />
        <path className="brush" d="M-38 -42l-12 -16" />
        <circle className="skin-tan" cx={-3} cy={-20} r={12} />
        <path className="hair" d="M-16 -22q0 -14 14 -14t12 16q-4 -6 -10 -6q-8 2 -16 4z" />
      </g>
      <path className="paint-pot" d="M300 380v-34h40v34z" />
      <path className="line" d="M300 346q20 -26 40 0" />
    </>
  )
}
