import { ClosingCall } from '../closing-call.tsx'
import { pageMeta } from '../seo/page-meta.ts'
import { DoorSign } from './door-sign.tsx'
import { Hero } from './hero.tsx'
import { Results } from './results.tsx'
import { ServiceCards } from './service-cards.tsx'
import { TestimonialCarousel } from './testimonial-carousel.tsx'

export const meta = () => pageMeta('/')

export default function HomeRoute() {
  return (
    <>
      <Hero />
      <ServiceCards />
      <Results />
      <DoorSign />
      <TestimonialCarousel />
      <ClosingCall other={{ href: '/pricing', text: 'See plans and prices' }} />
    </>
  )
}
