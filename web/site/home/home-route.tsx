import { ButtonLink } from '../button-link.tsx'
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
      <ClosingCall>
        <ButtonLink href="/contact" look="light">
          Talk to us
        </ButtonLink>
        <ButtonLink href="/pricing" look="outline">
          See plans and prices
        </ButtonLink>
      </ClosingCall>
    </>
  )
}
