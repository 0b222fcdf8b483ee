import { planFeatures, planNames } from '../../agency.ts'
import { Tick } from '../tick.tsx'

export function ComparisonTable() {
  return (
    <section className="mx-auto max-w-page px-gutter py-section" aria-labelledby="comparison">
      <h2 id="comparison" className="font-display text-title">
        Compare plans
      </h2>
      <table className="comparison mt-10">
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
  )
}

function Value({ value }: { value: boolean | string }) {
  if (value === true) return <Tick label="Included" />
  if (value === false) return <span className="text-ink-soft">Not included</span>
  return value
}
