import type { ReactNode } from 'react'
import { exampleTestimonials } from '../../agency.ts'
import { slot } from '../../lib/slot.ts'
import { AwningEdge } from '../awning-edge.tsx'
import { ExampleMark } from '../example-mark.tsx'
import { FactItems, FactList, IfFact, IfItemFact } from '../facts/fact-markup.tsx'
import { slidePosition } from './carousel.ts'
import { Portrait } from './portrait.tsx'

/** Testimonials that the owner entered; until then invented ones, marked as examples. */
export function TestimonialCarousel() {
  return (
    <section className="overflow-hidden pb-section" aria-labelledby="testimonials" aria-roledescription="carousel">
      <AwningEdge />
      <FactList
        of="testimonials"
        around={(slides) => (
          <Carousel
            slides={slides}
            dots={<FactItems of="testimonials">{({ position }) => <Dot position={position} />}</FactItems>}
            first={slot('firstSlide')}
            turning={(controls) => <IfFact by="severalSlides">{controls}</IfFact>}
          />
        )}
        otherwise={<Examples />}
      >
        {({ words, author, role, picture, position }) => (
          <Slide
            position={position}
            picture={
              <IfItemFact path="picture">
                <Framed>
                  {/* Several sources, so that React does not have the browser fetch it in advance. */}
                  <picture>
                    <img className="portrait" src={picture} alt="" width="240" height="280" loading="lazy" />
                  </picture>
                </Framed>
              </IfItemFact>
            }
            words={words}
            author={author}
            role={<IfItemFact path="role">{role}</IfItemFact>}
          />
        )}
      </FactList>
    </section>
  )
}

function Examples() {
  const positions = exampleTestimonials.map((_, at, { length }) => slidePosition(at, length))
  return (
    <Carousel
      slides={exampleTestimonials.map(({ content, author, role, image }, at) => (
        <Slide
          key={author}
          position={(positions[at] ?? '').toLowerCase()}
          picture={
            <Framed>
              <Portrait sitter={image} />
            </Framed>
          }
          mark={<ExampleMark />}
          words={content}
          author={author}
          role={role}
        />
      ))}
      dots={positions.map((position) => <Dot key={position} position={position.toLowerCase()} />)}
      first={positions[0] ?? ''}
      turning={(controls) => controls}
    />
  )
}

type CarouselProps = {
  slides: ReactNode
  dots: ReactNode
  /** The accessible label of the first slide. */
  first: string
  /** Renders the buttons and dots, if there are several slides. */
  turning: (controls: ReactNode) => ReactNode
}

/**
 * A scrollable row of testimonials, which the carousel's script extends. All slides take the height of the tallest, so
 * that the page does not shift.
 */
const Carousel = ({ slides, dots, first, turning }: CarouselProps) => (
  <testimonial-carousel className="mx-auto block max-w-page px-gutter pt-section">
    <div className="flex flex-wrap items-end justify-between gap-6">
      <h2 id="testimonials" className="max-w-[9.9em] font-display text-title">
        Heard over the counter.
      </h2>
      {turning(
        <div className="carousel-controls flex items-center gap-3">
          <button type="button" className="carousel-button" aria-label="Previous testimonial" data-part="previous">
            <Arrow />
          </button>
          <button type="button" className="carousel-button" aria-label="Next testimonial" data-part="next">
            <Arrow forward />
          </button>
        </div>,
      )}
    </div>
    <div className="slides mt-12">{slides}</div>
    {turning(
      <div className="carousel-controls mt-8 flex items-center gap-5">
        <div className="flex flex-wrap">{dots}</div>
        <p className="text-ink-soft text-sm" role="status">
          {first}
        </p>
      </div>,
    )}
  </testimonial-carousel>
)

type SlideProps = {
  position: string
  picture: ReactNode
  mark?: ReactNode
  words: string
  author: string
  role: ReactNode
}

const Slide = ({ position, picture, mark, words, author, role }: SlideProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern, and no fieldset
  <figure className="slide" role="group" aria-roledescription="slide" aria-label={position}>
    {picture}
    <div className="min-w-0">
      {mark}
      <blockquote className="wrap-anywhere font-display text-quote">“{words}”</blockquote>
      <figcaption className="mt-6">
        <span className="block font-semibold">{author}</span>
        <span className="text-ink-soft">{role}</span>
      </figcaption>
    </div>
  </figure>
)

const Framed = ({ children }: { children: ReactNode }) => <div className="portrait-frame">{children}</div>

/** A dot of the carousel without a current state, which the script sets; without the script the dots are hidden. */
const Dot = ({ position }: { position: string }) => (
  <button type="button" className="carousel-dot" aria-label={`Show ${position}`} aria-current={false} />
)

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
