import { FactList, IfItemFact } from '../facts/fact-markup.tsx'

/**
 * The trades that the agency works for, as the owner entered them, drawn as shop signs; absent while there are none.
 */
export const FieldsOfWork = () => (
  <FactList
    of="fieldsOfWork"
    around={(fields) => (
      <section className="mx-auto max-w-page px-gutter pb-section" aria-labelledby="fields">
        <h2 id="fields" className="max-w-[11.15em] font-display text-title">
          Shops we know our way around.
        </h2>
        <ul className="fields mt-12">{fields}</ul>
      </section>
    )}
  >
    {({ name, text }) => (
      <li>
        <h3 className="field-sign">{name}</h3>
        <IfItemFact path="text">
          <p>{text}</p>
        </IfItemFact>
      </li>
    )}
  </FactList>
)
