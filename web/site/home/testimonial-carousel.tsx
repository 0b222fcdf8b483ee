import { testimonials } from '../../agency.ts'
import { AwningEdge } from '../awning-edge.tsx'
import { slidePosition } from './carousel.ts'
import { Portrait } from './portrait.tsx'

/**
 * Three people in a row that can be scrolled; its element turns it into one at a time with buttons and
 * dots. The slides keep the room of the tallest, so nothing on the page moves when they change.
 */
export function TestimonialCarousel() {
  const count = testimonials.length
  return (
    <section className="overflow-hidden pb-section" aria-labelledby="testimonials" aria-roledescription="carousel">
      <AwningEdge />
      <testimonial-carousel className="mx-auto block max-w-page px-gutter pt-section">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <h2 id="testimonials" className="max-w-[9.9em] font-display text-title">
            Heard over the counter.
          </h2>
          <div className="carousel-controls flex items-center gap-3">
            <button type="button" className="carousel-button" aria-label="Previous testimonial" data-part="previous">
              <Arrow />
            </button>
            <button type="button" className="carousel-button" aria-label="Next testimonial" data-part="next">
              <Arrow forward />
            </button>
          </div>
        </div>
        <div className="slides mt-12">
          {testimonials.map((testimonial, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern, and no fieldset
            <figure
              key={testimonial.author}
              className="slide"
              role="group"
              aria-roledescription="slide"
              aria-label={slidePosition(index, count).toLowerCase()}
            >
              <div className="portrait-frame">
                <Portrait sitter={testimonial.image} />
              </div>
              <div>
                <blockquote className="font-display text-quote">“{testimonial.content}”</blockquote>
                <figcaption className="mt-6">
                  <span className="block font-semibold">{testimonial.author}</span>
                  <span className="text-ink-soft">{testimonial.role}</span>
                </figcaption>
              </div>
            </figure>
          ))}
        </div>
        <div className="carousel-controls mt-8 flex items-center gap-5">
          <div className="flex">
            {testimonials.map(({ author }, index) => (
              <button
                key={author}
                type="button"
                className="carousel-dot"
                aria-label={`Show ${slidePosition(index, count).toLowerCase()}`}
                aria-current={index === 0}
              />
            ))}
          </div>
          <p className="text-ink-soft text-sm" role="status">
            {slidePosition(0, count)}
          </p>
        </div>
      </testimonial-carousel>
    </section>
  )
}

function Arrow({ forward = false }: { forward?: boolean }) {
  return (
    <svg
      className={forward ? 'size-6' : 'size-6 -scale-x-100'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path className="fill-none stroke-current stroke-2" d="M4 12h15M13 6l6 6-6 6" />
    </svg>
  )
}
