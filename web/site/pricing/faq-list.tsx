import { faq } from '../../agency.ts'

/**
 * The list of questions and answers: native details elements with the same name, of which the browser keeps at most one
 * open, with and without scripts.
 */
export function FaqList() {
  return (
    <section className="bg-paper-deep" aria-labelledby="faq">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-gutter py-section lg:grid-cols-[2fr_3fr]">
        <h2 id="faq" className="max-w-[7.45em] font-display text-title">
          Asked before you sign.
        </h2>
        <div>
          {faq.map(({ question, answer }) => (
            <details key={question} className="faq-item" name="faq">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
