/** A scalloped awning, striped or plain. */
export function Awning({ x, y, width, height, striped = true }: AwningProps) {
  const count = Math.max(3, Math.round(width / 22) | 1)
  const stripe = width / count
  const drop = height - stripe / 2
  return (
    <g>
      {Array.from({ length: count }, (_, index) => {
        const left = round(x + index * stripe)
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: the stripes of an awning never change places
            key={index}
            className={striped && index % 2 === 1 ? 'awning-light' : 'awning-paint'}
            d={`M${left} ${y}h${round(stripe)}v${round(drop)}a${round(stripe / 2)} ${round(stripe / 2)} 0 0 1 ${-round(stripe)} 0z`}
          />
        )
      })}
    </g>
  )
}

type AwningProps = { x: number; y: number; width: number; height: number; striped?: boolean }

const round = (value: number) => Math.round(value * 10) / 10
