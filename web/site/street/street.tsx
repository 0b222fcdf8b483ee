import { facadesOnTheLeft, facadesOnTheRight } from './facade.ts'
import { Shop } from './shop.tsx'
import { YourShop } from './your-shop.tsx'

/**
 * The main picture of the site: a street of outlined shops, one of which is lit and has a queue. It fills its width and
 * keeps that shop in view; at night its colors come from `.street-night`.
 */
export function Street({ night = false }: { night?: boolean }) {
  return (
    <svg
      className={night ? 'street street-wide street-night' : 'street street-wide'}
      viewBox="-63 0 2446 460"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      {facadesOnTheLeft.map((facade) => (
        <Shop key={facade.sign} facade={facade} />
      ))}
      {facadesOnTheRight.map((facade) => (
        <Shop key={facade.sign} facade={facade} />
      ))}
      <rect className="pavement" x={-80} y={430} width={2600} height={30} />
      <path className="kerb" d="M-80 430H2520" />
      {[174, 556, 1524, 1892, 2264].map((x) => (
        <LampPost key={x} x={x} />
      ))}
      <YourShop />
    </svg>
  )
}

function LampPost({ x }: { x: number }) {
  return (
    <g>
      <path className="post" d={`M${x} 430V268`} />
      <path className="post-foot" d={`M${x - 6} 430v-12h12v12z`} />
      <path className="lantern" d={`M${x - 9} 268h18l3 -26h-24z`} />
      <path className="post-foot" d={`M${x - 14} 242h28l-14 -12z`} />
    </g>
  )
}
