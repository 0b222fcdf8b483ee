import { useId } from 'react'
import { allKinds, type Kind, kindLabels, LOOK_ALIKES, lengths, type Recipe } from './generator.ts'

type GeneratorOptionsProps = { id: string; recipe: Recipe; onChange: (recipe: Recipe) => void }

/** Chooses the kinds of characters in generated passwords: at least one. */
export function GeneratorOptions({ id, recipe, onChange }: GeneratorOptionsProps) {
  const { length, kinds, isReadable } = recipe
  const lengthId = useId()
  const toggle = (kind: Kind) =>
    onChange({ ...recipe, kinds: allKinds.filter((other) => kinds.includes(other) !== (other === kind)) })
  return (
    <fieldset id={id} className="grid gap-3 rounded-control border border-line p-4 text-sm">
      <legend className="sr-only">Length and kinds</legend>
      <div className="flex items-center gap-3">
        <label htmlFor={lengthId} className="font-medium">
          Length
        </label>
        <input
          id={lengthId}
          type="range"
          min={lengths.least}
          max={lengths.most}
          value={length}
          onChange={({ target }) => onChange({ ...recipe, length: target.valueAsNumber })}
          className="h-6 min-w-0 flex-1 cursor-pointer accent-ink"
        />
        <output htmlFor={lengthId} className="w-6 text-right tabular-nums">
          {length}
        </output>
      </div>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {allKinds.map((kind) => (
          <Choice
            key={kind}
            label={kindLabels[kind]}
            isChosen={kinds.includes(kind)}
            // The last kind cannot be turned off.
            isFixed={kinds.length === 1 && kinds.includes(kind)}
            onToggle={() => toggle(kind)}
          />
        ))}
      </div>
      <Choice
        label={`Readable: without ${[...LOOK_ALIKES].join(' ')}`}
        isChosen={isReadable}
        onToggle={() => onChange({ ...recipe, isReadable: !isReadable })}
      />
    </fieldset>
  )
}

type ChoiceProps = { label: string; isChosen: boolean; isFixed?: boolean; onToggle: () => void }

const Choice = ({ label, isChosen, isFixed = false, onToggle }: ChoiceProps) => (
  <label className="flex min-h-6 cursor-pointer items-center gap-2.5 has-disabled:cursor-default">
    <input type="checkbox" checked={isChosen} disabled={isFixed} onChange={onToggle} className="size-4 accent-ink" />
    {label}
  </label>
)
