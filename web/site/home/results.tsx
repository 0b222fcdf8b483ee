import { FactList, IfItemFact } from '../facts/fact-markup.tsx'

/** Results of the agency's work, as the owner entered them; absent while there are none. */
export const Results = () => (
  <FactList
    of="cases"
    around={(cases) => (
      <section className="bg-card" aria-labelledby="results">
        <div className="mx-auto max-w-page px-gutter py-section">
          <h2 id="results" className="max-w-[9.9em] font-display text-title">
            What came of it.
          </h2>
          <ul className="cases mt-12">{cases}</ul>
        </div>
      </section>
    )}
  >
    {({ title, picture, number, meaning, other_number: other, other_meaning: otherMeaning, quote, author }) => (
      <li className="case">
        <IfItemFact path="picture">
          {/* Several sources, so that React does not have the browser fetch it in advance. */}
          <picture>
            <img className="picture case-picture" src={picture} alt="" width="600" height="400" loading="lazy" />
          </picture>
        </IfItemFact>
        <div className="min-w-0">
          <h3 className="font-display text-heading">{title}</h3>
          <dl className="case-numbers">
            <Figure number={number} meaning={meaning} />
            <Figure number={other} meaning={otherMeaning} />
          </dl>
          <blockquote className="text-lead">“{quote}”</blockquote>
          <IfItemFact path="author">
            <p className="mt-3 font-semibold">{author}</p>
          </IfItemFact>
        </div>
      </li>
    )}
  </FactList>
)

const Figure = ({ number, meaning }: { number: string; meaning: string }) => (
  <div>
    <dt>{meaning}</dt>
    <dd className="font-display text-price">{number}</dd>
  </div>
)
