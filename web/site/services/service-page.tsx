import { services } from '../../agency.ts'
import { ClosingCall } from '../closing-call.tsx'
import { Scene, type SceneName } from '../scenes/scene.tsx'
import { PriceAndExample } from './price-and-example.tsx'
import { type ServiceCopy, serviceCopy } from './service-copy.ts'

/** The shared layout of the four service pages. */
export function ServicePage({ slug }: { slug: SceneName }) {
  const { headline, introduction, offerings, example, more } = serviceCopy[slug]
  const { name, price } = serviceOf(slug)
  return (
    <>
      <div className="mx-auto grid max-w-page items-center gap-x-16 gap-y-10 px-gutter pt-[calc(var(--spacing-header)+clamp(1rem,5vh,4rem))] pb-section lg:grid-cols-2">
        <div>
          <p className="font-semibold text-signal">{name}</p>
          <h1 className="mt-3 font-display text-hero max-sm:max-w-[7.7em]">{headline}</h1>
          <p className="mt-6 max-w-[50ch] text-ink-soft text-lead">{introduction}</p>
        </div>
        <Scene name={slug} className="picture" />
      </div>
      <Offerings offerings={offerings} />
      <PriceAndExample price={price} example={example} />
      <MoreSection {...more} />
      <ClosingCall talk="Book your free strategy call" />
    </>
  )
}

function serviceOf(slug: SceneName) {
  const service = services.find((service) => service.slug === slug)
  if (!service) throw new Error(`agency.ts has no service ${slug}`)
  return service
}

function Offerings({ offerings }: Pick<ServiceCopy, 'offerings'>) {
  return (
    <section className="bg-card" aria-labelledby="offerings">
      <div className="mx-auto max-w-page px-gutter py-section">
        <h2 id="offerings" className="font-display text-title">
          What we do
        </h2>
        <ul className="offerings mt-10">
          {offerings.map(({ name, text }) => (
            <li key={name}>
              <h3 className="font-display text-heading">{name}</h3>
              <p className="max-w-[52ch] text-ink-soft text-lead">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function MoreSection({ kind, title, points }: ServiceCopy['more']) {
  const List = kind === 'process' ? 'ol' : 'ul'
  return (
    <section className="mx-auto max-w-page px-gutter py-section" aria-labelledby="more">
      <h2 id="more" className="font-display text-title">
        {title}
      </h2>
      <List className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 md:has-[>:nth-child(3):last-child]:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {points.map(({ name, text }, index) => (
          <li key={name} className="border-ink border-t-4 pt-5">
            {kind === 'process' && <span className="number-plate">{index + 1}</span>}
            <h3 className="font-display text-heading">{name}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </List>
    </section>
  )
}
