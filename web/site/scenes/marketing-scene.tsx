import { Awning } from '../street/awning.tsx'

/** A signpost whose three arms all point to the same door. */
export function MarketingScene() {
  return (
    <>
      <rect className="wall" x={420} y={-10} width={220} height={440} />
      <rect className="signboard" x={440} y={96} width={180} height={46} />
      <text className="lettering" x={530} y={128}>
        Ray’s Tires
      </text>
      <rect className="doorway" x={476} y={206} width={84} height={174} />
      <Awning x={432} y={152} width={220} height={52} />
      <rect className="pavement" x={-20} y={380} width={640} height={60} />
      <path className="kerb" d="M-20 380h640" />
      <path className="post" d="M200 380V52" />
      <path className="post-foot" d="M190 380v-18h20v18zM192 52h16l-8 -18z" />
      <Arm y={78} label="Search" look="paint" />
      <Arm y={144} label="Ads" look="ink" />
      <Arm y={210} label="Social" look="sheet edged" />
      <g transform="translate(-330 -50)">
        <path className="dash" d="M590 412h210" />
      </g>
    </>
  )
}

/** An arm of the signpost; its point is at the right, towards the door. */
function Arm({ y, label, look }: { y: number; label: string; look: string }) {
  return (
    <g>
      <path className={`${look} outlined`} d={`M120 ${y}h206l34 26 -34 26H120z`} />
      <text className={look.startsWith('sheet') ? 'lettering lettering-ink' : 'lettering'} x={226} y={y + 35}>
        {label}
      </text>
    </g>
  )
}
