import type { ReactNode } from 'react'
import type { services } from '../../agency.ts'
import { AiScene } from './ai-scene.tsx'
import { DesignScene } from './design-scene.tsx'
import { MarketingScene } from './marketing-scene.tsx'
import { WebScene } from './web-scene.tsx'

export type SceneName = (typeof services)[number]['slug']

/** The picture of a service, a corner of the street. Decorative: the text beside it says the same. */
export function Scene({ name, className = '' }: { name: SceneName; className?: string }) {
  const { picture, light } = scenes[name]
  return (
    <svg className={`street scene ${light} ${className}`} viewBox="0 0 600 420" aria-hidden="true" focusable="false">
      {picture}
    </svg>
  )
}

const scenes: Record<SceneName, { picture: ReactNode; light: string }> = {
  'web-development': { picture: <WebScene />, light: 'bg-facade-sky' },
  'digital-marketing': { picture: <MarketingScene />, light: 'bg-facade-butter' },
  'ai-automation': { picture: <AiScene />, light: 'street-night bg-dusk' },
  'graphic-design': { picture: <DesignScene />, light: 'bg-facade-rose' },
}
