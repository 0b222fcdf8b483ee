import { Awning } from '../street/awning.tsx'
import { Person } from '../street/person.tsx'

/** The picture of AI automation: a dark shop after closing time whose door still answers. */
export function AiScene() {
  return (
    <>
      <path className="moon" d="M524 22a34 34 0 1 0 42 46a42 42 0 0 1 -42 -46z" />
      <rect className="wall" x={36} y={74} width={330} height={330} />
      <rect className="trim" x={24} y={60} width={354} height={20} />
      <rect className="signboard" x={56} y={100} width={290} height={46} />
      <text className="lettering" x={201} y={132}>
        Kim’s Diner
      </text>
      <rect className="glass" x={60} y={212} width={172} height={126} />
      <rect className="sheet" x={92} y={250} width={108} height={42} rx={3} />
      <text className="lettering lettering-ink small" x={146} y={278}>
        Closed
      </text>
      <rect className="door" x={256} y={206} width={84} height={174} />
      <rect className="lit-pane" x={270} y={222} width={56} height={66} />
      <Awning x={44} y={156} width={314} height={50} />
      <rect className="pavement" x={-20} y={380} width={640} height={60} />
      <path className="kerb" d="M-20 380h640" />
      <path className="lamplight" d="M256 380l-30 40h160l-46 -40z" />
      <g transform="translate(548 -480) scale(-2 2)">
        <Person x={0} height={75} coat="signal" hair="long" skin="tan" />
      </g>
      <path
        className="bubble-asked"
        d="M388 92h170q8 0 8 8v42q0 8 -8 8h-6l-8 26 -14 -26H388q-8 0 -8 -8v-42q0 -8 8 -8z"
      />
      <text className="speech" x={398} y={128}>
        Open on Sunday?
      </text>
      <path
        className="bubble-answered"
        d="M376 186h112q8 0 8 8v66q0 8 -8 8H376q-8 0 -8 -8v-8l-28 -2 28 -18v-38q0 -8 8 -8z"
      />
      <text className="speech" x={380} y={220}>
        9 to 3. Save
      </text>
      <text className="speech" x={380} y={247}>
        you a table?
      </text>
    </>
  )
}
