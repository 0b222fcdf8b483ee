import { useId } from 'react'
import { Switch } from '../../ui/switch.tsx'

type ChoiceProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

export function Choice({ label, isOn, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2.5">
      <Switch id={id} checked={isOn} onCheckedChange={onChange} />
      <label htmlFor={id} className="cursor-pointer font-medium text-sm">
        {label}
      </label>
    </div>
  )
}
