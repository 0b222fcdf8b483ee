import { process } from '../../agency.ts'

const doors = ['fill-facade-sky', 'fill-facade-rose', 'fill-facade-sage', 'fill-light'] as const

/** The four steps drawn as four doors along a sidewalk; the last one is lit. */
export function ProcessStreet() {
  return (
    <section className="overflow-hidden bg-paper-deep" aria-labelledby="process">
      <div className="mx-auto max-w-page px-gutter py-section">
        <h2 id="process" className="max-w-[9.9em] font-display text-title">
          Four doors down the street.
        </h2>
        <ol className="process mt-14">
          {process.map(({ name, text }, index) => (
            <li key={name}>
              <Door number={index + 1} paint={doors[index] ?? doors[0]} open={index === process.length - 1} />
              <div className="pt-6">
                <h3 className="font-display text-heading">{name}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Door({ number, paint, open }: { number: number; paint: string; open: boolean }) {
  return (
    <svg className="door-picture" viewBox="0 0 160 260" aria-hidden="true" focusable="false">
      <path className="fill-card stroke-3 stroke-ink" d="M14 262V60q0 -46 66 -46t66 46v202z" />
      <path className={`${open ? 'fill-[#fff6d8]' : paint} stroke-3 stroke-ink`} d="M36 262V92h88v170z" />
      {open ? (
        <path className={`${paint} stroke-3 stroke-ink`} strokeLinejoin="round" d="M36 262V92l34 14v156z" />
      ) : (
        <path
          className="fill-none stroke-3 stroke-ink"
          d="M50 108h26v50H50zM84 108h26v50H84zM50 176h26v62H50zM84 176h26v62H84z"
        />
      )}
      <circle className="fill-ink" cx={open ? 62 : 114} cy={open ? 186 : 168} r={4} />
      <ellipse className="fill-ink" cx={80} cy={53} rx={24} ry={20} />
      <text className="door-number" x={80} y={62}>
        {number}
      </text>
    </svg>
  )
}
