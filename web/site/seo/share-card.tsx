import type { ReactNode } from 'react'
import { services } from '../../agency.ts'
import { Scene } from '../scenes/scene.tsx'
import { Street } from '../street/street.tsx'
import { breakIntoLines } from './break-into-lines.ts'
import { shareCardSize } from './share-card-size.ts'

/**
 * The link preview picture of a page: its headline and illustration. It has no agency name, which stands beside the
 * picture wherever links are shown and may change.
 */
export function ShareCard({ path, headline }: { path: string; headline: string }) {
  const service = services.find(({ slug }) => path === `/services/${slug}`)
  if (service) {
    return (
      <BesidePicture headline={headline} eyebrow={service.name} width={468}>
        <Framed x={556} y={110} width={584} slug={service.slug} />
      </BesidePicture>
    )
  }
  if (path === '/services') {
    return (
      <BesidePicture headline={headline} width={420}>
        {services.map(({ slug }, index) => (
          <Framed key={slug} x={500 + (index % 2) * 330} y={98 + Math.floor(index / 2) * 231} width={310} slug={slug} />
        ))}
      </BesidePicture>
    )
  }
  const light = streetLights[path]
  if (!light) throw new Error(`Nobody has said how the share picture of ${path} looks`)
  return <AboveStreet headline={headline} light={light} />
}

/** The light of the street on each page, so that pictures of different pages differ. */
const streetLights: Record<string, StreetLight> = {
  '/': { paper: 'var(--color-paper)', yourShopAt: 800 },
  '/pricing': { paper: 'var(--color-dusk)', yourShopAt: 620, night: true },
  '/contact': { paper: 'var(--color-facade-sky)', yourShopAt: 960 },
}

type StreetLight = { paper: string; yourShopAt: number; night?: boolean }

/** The street drawing is 2446 wide and 460 high, with the highlighted shop near its middle. */
const STREET = { width: 1956.8, height: 368, yourShop: 1029 }

function AboveStreet({
  headline,
  light: { paper, yourShopAt, night = false },
}: {
  headline: string
  light: StreetLight
}) {
  const ink = night ? 'var(--color-on-dusk)' : 'var(--color-ink)'
  return (
    <Card paper={paper}>
      <Headline lines={breakIntoLines(headline, 24)} middle={150} width={1080} height={190} ink={ink} />
      <svg
        x={yourShopAt - STREET.yourShop}
        y={shareCardSize.height - STREET.height}
        width={STREET.width}
        height={STREET.height}
        aria-hidden="true"
      >
        <Street night={night} />
      </svg>
    </Card>
  )
}

function BesidePicture({ headline, eyebrow, width, children }: BesidePictureProps) {
  const lines = breakIntoLines(headline, 14)
  return (
    <Card paper="var(--color-paper)">
      {eyebrow && (
        <text
          x={60}
          y={lines.length > 2 ? 186 : 222}
          fill="var(--color-signal)"
          fontFamily="Mainstreet Text"
          fontWeight={600}
          fontSize={28}
        >
          {eyebrow}
        </text>
      )}
      <Headline lines={lines} middle={eyebrow ? 332 : 316} width={width} height={260} ink="var(--color-ink)" />
      {children}
    </Card>
  )
}

type BesidePictureProps = { headline: string; eyebrow?: string; width: number; children: ReactNode }

function Card({ paper, children }: { paper: string; children: ReactNode }) {
  const { width, height } = shareCardSize
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect width={width} height={height} fill={paper} />
      {children}
    </svg>
  )
}

/** The approximate width of a letter of the display font, relative to its size, with some margin. */
const LETTER_WIDTH = 0.5
const LINE_HEIGHT = 1.06

/** The headline of a link preview, as large as its box allows and vertically centered. */
function Headline({ lines, middle, width, height, ink }: HeadlineProps) {
  const longest = Math.max(...lines.map((line) => line.length))
  const size = Math.round(Math.min(104, height / lines.length / LINE_HEIGHT, width / longest / LETTER_WIDTH))
  const top = middle - (lines.length * size * LINE_HEIGHT) / 2
  return lines.map((line, index) => (
    <text
      key={line}
      x={58}
      y={top + size * (0.86 + index * LINE_HEIGHT)}
      fill={ink}
      fontFamily="Mainstreet Display"
      fontWeight={800}
      fontSize={size}
      letterSpacing={-size * 0.015}
    >
      {line}
    </text>
  ))
}

type HeadlineProps = { lines: string[]; middle: number; width: number; height: number; ink: string }

function Framed({
  x,
  y,
  width,
  slug,
}: {
  x: number
  y: number
  width: number
  slug: (typeof services)[number]['slug']
}) {
  const height = width * 0.7
  return (
    <>
      <svg x={x} y={y} width={width} height={height} aria-hidden="true">
        <rect width={width} height={height} fill={sceneLight[slug]} />
        <Scene name={slug} />
      </svg>
      <rect x={x} y={y} width={width} height={height} fill="none" stroke="var(--color-ink)" strokeWidth={3} />
    </>
  )
}

const sceneLight: Record<(typeof services)[number]['slug'], string> = {
  'web-development': 'var(--color-facade-sky)',
  'digital-marketing': 'var(--color-facade-butter)',
  'ai-automation': 'var(--color-dusk)',
  'graphic-design': 'var(--color-facade-rose)',
}
