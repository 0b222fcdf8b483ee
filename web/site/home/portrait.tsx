import type { exampleTestimonials } from '../../agency.ts'

export type PortraitName = (typeof exampleTestimonials)[number]['image']

/** A drawn portrait in a shop window. Hidden from screen readers, since the name is beside it. */
export function Portrait({ sitter }: { sitter: PortraitName }) {
  const { skin, backdrop, dress, hair } = sitters[sitter]
  return (
    <svg className="portrait" viewBox="0 0 240 280" aria-hidden="true" focusable="false">
      <rect className={backdrop} width={240} height={280} />
      <path className={dress} d="M22 280q0 -78 70 -88h56q70 10 70 88z" />
      <path className={skin} d="M98 150h44v46q-22 22 -44 0z" />
      <path className="portrait-shade" d="M98 168q22 18 44 0v10q-22 20 -44 2z" />
      <ellipse className={skin} cx={120} cy={118} rx={44} ry={54} />
      {hair}
      <path className="portrait-line" d="M106 142q14 12 28 0M118 116l-5 14h8" />
      <circle className="portrait-ink" cx={103} cy={112} r={3.6} />
      <circle className="portrait-ink" cx={137} cy={112} r={3.6} />
    </svg>
  )
}

const sitters = {
  baker: {
    skin: 'skin-tan',
    backdrop: 'fill-facade-butter',
    dress: 'fill-white',
    hair: (
      <>
        <path
          className="portrait-ink"
          d="M76 128q-12 -66 44 -66t44 66q10 26 -2 40q-6 -50 -18 -66q-30 8 -52 -4q-10 30 -14 70q-12 -14 -2 -40z"
        />
        <path className="fill-white" d="M72 70q-18 -30 12 -38q10 -24 38 -18q30 -10 42 16q26 10 6 40v18q-50 14 -98 0z" />
        <path className="portrait-line" d="M72 74q50 14 98 0" />
        <path className="fill-signal" d="M84 196l36 26 36 -26 -8 -6 -28 20 -28 -20z" />
      </>
    ),
  },
  barber: {
    skin: 'skin-deep',
    backdrop: 'fill-facade-sky',
    dress: 'fill-ink',
    hair: (
      <>
        <path className="portrait-ink" d="M76 112q-6 -56 44 -58t44 58q-6 -30 -16 -34q-30 -8 -56 0q-12 6 -16 34z" />
        <path
          className="portrait-ink"
          d="M77 118q2 22 12 18q6 -10 16 -6q15 4 30 0q10 -4 16 6q10 4 12 -18q8 62 -43 64q-51 -2 -43 -64zM104 140q16 14 32 0q-16 -6 -32 0z"
          fillRule="evenodd"
        />
        <path className="fill-white" d="M92 190l28 34 28 -34 12 4 -40 50 -40 -50z" />
      </>
    ),
  },
  dentist: {
    skin: 'skin-light',
    backdrop: 'fill-facade-rose',
    dress: 'fill-facade-sage',
    hair: (
      <>
        <path
          className="portrait-ink"
          d="M72 150q-14 -96 48 -96t48 96q-14 6 -14 -6q0 -34 -8 -50q-32 2 -44 -14q-6 22 -14 30q-4 22 -2 36q-2 8 -14 4z"
        />
        <path
          className="portrait-line"
          d="M88 112a14 12 0 1 0 28 0a14 12 0 1 0 -28 0M124 112a14 12 0 1 0 28 0a14 12 0 1 0 -28 0M116 110q4 -3 8 0"
        />
        <path className="fill-white" d="M88 194l32 36 32 -36 10 2 -42 60 -42 -60z" />
      </>
    ),
  },
} as const satisfies Record<PortraitName, object>
