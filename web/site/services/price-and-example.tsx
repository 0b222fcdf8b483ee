import type { Service } from '../../agency.ts'
import { ExampleMark } from '../example-mark.tsx'
import { startingPrice } from '../pricing/plan-prices-and-features.ts'
import type { ServiceCopy } from './service-copy.ts'

/** The price of a service, and an example order. */
export function PriceAndExample({ price, example }: { price: Service['price']; example: ServiceCopy['example'] }) {
  const { plan, monthlyPrice, setupFee } = startingPrice(price)
  const order = [
    ['You ask for', example.wish],
    ['We make', example.made],
    ['It takes', example.time],
    ['You pay', `$${setupFee} once to set up, then $${monthlyPrice} per month with ${plan}`],
  ] as const
  return (
    <section className="bg-paper-deep" aria-labelledby="price">
      <div className="mx-auto grid max-w-page items-start gap-x-16 gap-y-14 px-gutter py-section lg:grid-cols-[2fr_3fr]">
        <div>
          <h2 id="price" className="font-display text-title">
            What it costs
          </h2>
          <p className="mt-6 flex flex-wrap items-baseline gap-x-2 text-lead">
            from <span className="font-display text-price">${monthlyPrice}</span> per month
          </p>
          <p className="mt-2 text-ink-soft">
            With {plan}, and ${setupFee} once for the setup. {price.note}
          </p>
          <a className="more-link mt-4 inline-block" href="/pricing">
            See plans and prices
          </a>
        </div>
        <div className="order-slip">
          <ExampleMark />
          <h3 className="font-display text-title">Say you run {example.shop}.</h3>
          <dl className="mt-6">
            {order.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
