import { planFeatures, planNames } from '../../agency.ts'
import { Tick } from '../tick.tsx'

export function ComparisonTable() {
  return (
    <section className="mx-auto max-w-page px-gutter py-section" aria-labelledby="comparison">
      <h2 id="comparison" className="font-display text-title">
        What is in which plan
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="mt-10 overflow-x-auto" aria-label="Plan comparison" tabIndex={0}>
        <table className="comparison">
          <thead>
            <tr>
              <th scope="col">Feature</th>
              {planNames.map((plan) => (
                <th key={plan} scope="col">
                  {plan}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {planFeatures.map(({ name, in: plans }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {planNames.map((plan) => (
                  <td key={plan}>
                    <Value value={plans[plan]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Value({ value }: { value: boolean | string }) {
  if (value === true) return <Tick label="Included" />
  if (value === false) return <span className="text-ink-soft">Not included</span>
  return value
}
