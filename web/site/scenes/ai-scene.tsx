import { Awning } from '../street/awning.tsx'

/** After closing time: the shop is dark, and the door still answers. */
export function AiScene() {
  return (
    <>
      <path className="moon" d="M92 52a36 36 0 1 0 40 52a44 44 0 0 1 -40 -52z" />
      <rect className="wall" x={150} y={110} width={340} height={300} />
      <rect className="trim" x={138} y={98} width={364} height={18} />
      <rect className="signboard" x={172} y={132} width={296} height={42} />
      <text className="lettering" x={320} y={161}>
        Kim’s Diner
      </text>
      <rect className="glass" x={176} y={226} width={176} height={120} />
      <rect className="door" x={382} y={222} width={78} height={158} />
      <rect className="lit-pane" x={394} y={236} width={54} height={62} />
      <rect className="sheet" x={212} y={262} width={104} height={38} rx={3} />
      <text className="lettering lettering-ink small" x={264} y={288}>
        Closed
      </text>
      <Awning x={162} y={184} width={316} height={46} />
      <rect className="pavement" x={-20} y={380} width={640} height={60} />
      <path className="kerb" d="M-20 380h640" />
      <g className="bubble">
        <path className="bubble-asked" d="M20 254h138v62h-96l-22 22v-22H20z" />
        <text className="speech" x={34} y={280}>
          Open on
        </text>
        <text className="speech" x={34} y={302}>
          Sunday?
        </text>
        <path className="bubble-answered" d="M440 20h152v66h-20v26l-26 -26H440z" />
        <text className="speech" x={456} y={48}>
          9 to 3. Shall I
        </text>
        <text className="speech" x={456} y={70}>
          keep a table?
        </text>
      </g>
    </>
  )
}
