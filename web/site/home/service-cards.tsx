import { Scene, type SceneName } from '../scenes/scene.tsx'

const cards: readonly { title: string; scene: SceneName; text: string }[] = [
  {
    title: 'Website Design',
    scene: 'web-development',
    text: 'Your hours, your prices and your work, on a page designed for your business alone that reads well on any phone.',
  },
  {
    title: 'Digital Marketing',
    scene: 'digital-marketing',
    text: 'Search, ads and social media, so that people nearby see your name when they need what you sell.',
  },
  {
    title: 'AI Automation',
    scene: 'ai-automation',
    text: 'A chatbot that answers after closing time, follow-ups that go out on their own, and reports that write themselves.',
  },
]

export function ServiceCards() {
  return (
    <section className="mx-auto max-w-page px-gutter py-section" aria-labelledby="what-we-do">
      <h2 id="what-we-do" className="max-w-[11.15em] font-display text-title">
        We get you found, chosen and answered.
      </h2>
      <p className="mt-5 max-w-[52ch] text-ink-soft text-lead">
        Three jobs most owners do at the kitchen table, after closing. Hand them over and mind the shop.
      </p>
      <ul className="mt-12 grid gap-x-8 gap-y-14 md:grid-cols-3">
        {cards.map((card) => (
          <ServiceCard key={card.title} {...card} />
        ))}
      </ul>
    </section>
  )
}

function ServiceCard({ title, scene, text }: (typeof cards)[number]) {
  return (
    <li className="flex flex-col">
      <Scene name={scene} className="picture" />
      <h3 className="mt-6 font-display text-heading">{title}</h3>
      <p className="mt-2 mb-4 text-ink-soft">{text}</p>
      <a className="more-link mt-auto" href="/services">
        Learn More<span className="sr-only"> about {title}</span>
      </a>
    </li>
  )
}
