import { Awning } from '../street/awning.tsx'
import { Person } from '../street/person.tsx'

/** The picture of digital marketing: a signpost whose three arms point to the same door, and people following it. */
export function MarketingScene() {
  return (
    <>
      <rect className="wall" x={424} y={-10} width={196} height={440} />
      <rect className="signboard" x={444} y={88} width={146} height={46} />
      <text className="lettering" x={517} y={120}>
        Ray’s
      </text>
      <rect className="doorway" x={472} y={200} width={90} height={180} />
      <Awning x={432} y={144} width={190} height={52} />
      <rect className="pavement" x={-20} y={380} width={640} height={60} />
      <path className="kerb" d="M-20 380h640" />
      <path className="post" d="M190 380V40" />
      <path className="post-foot" d="M180 380v-18h20v18zM180 40h20l-10 -20z" />
      <Arm y={58} label="Search" look="paint" />
      <Arm y={122} label="Ads" look="ink" />
      <Arm y={186} label="Social" look="sheet" />
      <g transform="translate(0 -378) scale(1.78)">
        <Person x={38} height={70} coat="sage" hair="bun" skin="deep" />
        <Person x={150} height={74} coat="signal" hair="hat" skin="light" />
        <Person x={190} height={46} coat="sky" hair="short" skin="light" />
        <Person x={222} height={72} coat="ink" hair="long" skin="tan" />
        <Person x={284} height={75} coat="rose" hair="short" skin="deep" />
      </g>
    </>
  )
}

/** An arm of the signpost, pointing right. */
function Arm({ y, label, look }: { y: number; label: string; look: 'paint' | 'ink' | 'sheet' }) {
  return (
    <g>
      <path className={`${look} outlined`} d={`M104 ${y}h206l34 26 -34 26H104z`} />
      <text className={look === 'sheet' ? 'lettering lettering-ink' : 'lettering'} x={210} y={y + 35}>
        {label}
      </text>
    </g>
  )
}
